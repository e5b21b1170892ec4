import type { OrderLine } from '@rangavalli/contracts/entities/order';

/** What is in an order, in a few words: "Temple border pattu and 2 more". Empty for no lines. */
export function linesInWords(lines: readonly OrderLine[]): string {
  const [first, ...rest] = lines;
  if (!first) return '';
  return rest.length === 0 ? first.product.name : `${first.product.name} and ${rest.length} more`;
}
