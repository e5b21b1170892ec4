const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen';
const small = SMALL.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** @param value a whole number, not negative */
function inWords(value: number): string {
  for (const [scale, name] of scales) {
    if (value < scale) continue;
    const rest = value % scale;
    return `${inWords(Math.floor(value / scale))} ${name}${rest > 0 ? ` ${inWords(rest)}` : ''}`;
  }
  if (value < small.length) return small[value]!;
  const unit = value % 10;
  return tens[Math.floor(value / 10) - 2]! + (unit > 0 ? `-${small[unit]!}` : '');
}

/** Returns an amount in words of the Indian system: "Rupees one lakh two thousand and fifty paise only". */
export function amountInWords(paise: number): string {
  const rest = paise % 100;
  return `Rupees ${inWords(Math.floor(paise / 100))}${rest > 0 ? ` and ${inWords(rest)} paise` : ''} only`;
}
