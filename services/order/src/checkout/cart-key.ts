import { createHash } from 'node:crypto';
import type { StockLine } from '@rangavalli/contracts/commands';

/** The same text for the same lines in whatever order: tells an unchanged cart from a changed one. */
export function cartKey(lines: readonly StockLine[]): string {
  const sorted = lines.map(({ productId, size, quantity }) => JSON.stringify([productId, size, quantity])).sort();
  return createHash('sha256').update(sorted.join('\n')).digest('hex');
}
