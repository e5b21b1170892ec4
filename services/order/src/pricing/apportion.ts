export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Returns amount × numerator / denominator, halves rounded up. Exact beyond 2^53. @param amount not negative */
export function roundedShare(amount: number, numerator: number, denominator: number): number {
  const divisor = 2n * BigInt(denominator);
  return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / divisor);
}

/**
 * Divides an amount by weights into whole paise that add up to it (largest remainder; the first of equal ones). No
 * part exceeds its weight when the amount does not exceed their sum.
 * @throws RangeError when there is nothing to divide the amount by
 */
export function apportion(amount: number, weights: readonly number[]): number[] {
  if (amount === 0) return weights.map(() => 0);
  const whole = BigInt(sum(weights));
  if (whole === 0n) throw new RangeError(`cannot apportion ${amount} by weights of zero`);
  const absolute = Math.abs(amount);
  const parts = weights.map((weight, index) => {
    const product = BigInt(absolute) * BigInt(weight);
    return { index, paise: Number(product / whole), remainder: product % whole };
  });
  const left = absolute - sum(parts.map(({ paise }) => paise));
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const part of byRemainder.slice(0, left)) part.paise += 1;
  return parts.map(({ paise }) => (amount < 0 ? 0 - paise : paise));
}
