const NETWORKS = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'MasterCard'],
  [/^(60|65|81|82|508)/, 'RuPay'],
  [/^3[47]/, 'American Express'],
];

/** '' for an unknown network. */
export const networkOf = (number) => NETWORKS.find(([pattern]) => pattern.test(number))?.[1] ?? '';

export function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return number.length >= 12 && number.length <= 19 && sum % 10 === 0;
}

/** `text` is `MM / YY`. */
export function isInFuture(text) {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{2})\s*$/.exec(text) ?? [];
  if (!month || Number(month) < 1 || Number(month) > 12) return false;
  return new Date(2000 + Number(year), Number(month)) > new Date();
}
