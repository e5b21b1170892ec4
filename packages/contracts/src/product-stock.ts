import type { SizeStock } from './entities/product.js';

/** Below this stock a product counts as low (specification §9). */
export const LOW_STOCK_THRESHOLD = 5;

/** The size's own stock, else the stock that all sizes share. */
export const stockOfSize = (
  { stock, sizeStock }: { stock: number; sizeStock?: readonly SizeStock[] | undefined },
  size: string,
): number => (sizeStock ? (sizeStock.find((entry) => entry.size === size)?.stock ?? 0) : stock);

/** Whether a product's fit can be judged: 'Free Size' fits as it is. */
export const hasFit = (sizes: readonly string[]): boolean =>
  sizes.some((size) => size !== '' && !/^(?:free|one)[\s-]?size$/i.test(size));
