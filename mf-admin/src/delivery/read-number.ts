/** Returns whether a text is a whole number in a range, both ends included. */
export const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** Returns whether a text is an amount in rupees with at most two decimals. */
export const isAmount = (text: string): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(text.trim());
