import type { SizeStock } from './entities/product.js';

// Runs in browsers: no zod here.

/** Below this stock a product counts as low (specification §9). */
export const LOW_STOCK_THRESHOLD = 5;

/** Units available in a size: its own stock where the product counts by size, else the stock that all sizes share. */
export const stockOfSize = (
  { stock, sizeStock }: { stock: number; sizeStock?: readonly SizeStock[] | undefined },
  size: string,
): number => (sizeStock ? (sizeStock.find((entry) => entry.size === size)?.stock ?? 0) : stock);
