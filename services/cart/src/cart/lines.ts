import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { StockLine } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import type { LineRecord } from './cart.schema.js';

/** Which line of a cart. */
export type LineKey = Pick<StockLine, 'productId' | 'size'>;

/** So many different lines fit into a cart. */
export const MAX_LINES = 100;
/** So many pieces fit into a line (contracts: `quantity`). */
const MAX_PIECES = 1_000;

export const isLine =
  (key: LineKey) =>
  (line: LineKey): boolean =>
    line.productId === key.productId && line.size === key.size;

/**
 * Checks the size picked for a product (specification §5).
 * @throws AppError SIZE_REQUIRED, SIZE_UNKNOWN
 */
export function checkSize({ sizes }: Product, size: string): void {
  if (sizes.length > 0 && size === '') throw new AppError('SIZE_REQUIRED');
  if (size !== '' && !sizes.includes(size)) throw new AppError('SIZE_UNKNOWN', { details: { sizes } });
}

/** The most that a line may have. Sizes that share the product's one stock count against each other. */
export function roomFor(lines: readonly LineRecord[], key: LineKey, product: Product): number {
  const others = product.sizeStock
    ? []
    : lines.filter((line) => line.productId === key.productId && line.size !== key.size);
  const left = stockOfSize(product, key.size) - others.reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.max(0, Math.min(left, MAX_PIECES));
}

/**
 * Sets a line's quantity, or appends the line, at the price of now, within `roomFor` it;
 * but having fewer of a line is always allowed as long as the line itself can be had.
 * @throws AppError OUT_OF_STOCK; INSUFFICIENT_STOCK with `details.available`: the most that the line may have;
 *   VALIDATION_FAILED when the cart is full
 */
export function withQuantity(
  lines: readonly LineRecord[],
  key: LineKey,
  quantity: number,
  product: Product,
): LineRecord[] {
  const unitPaise = rupeesToPaise(product.price);
  const existing = lines.find(isLine(key));
  const stock = stockOfSize(product, key.size);
  const available =
    existing && quantity < existing.quantity ? Math.min(stock, MAX_PIECES) : roomFor(lines, key, product);
  if (stock === 0) throw new AppError('OUT_OF_STOCK', { details: { available: 0 } });
  if (quantity > available) throw new AppError('INSUFFICIENT_STOCK', { details: { available } });
  if (existing) return lines.map((line) => (line === existing ? { ...line, quantity, unitPaise } : line));
  if (lines.length >= MAX_LINES)
    throw new AppError('VALIDATION_FAILED', {
      message: 'Your cart is full.',
      details: { fields: { productId: `at most ${MAX_LINES} different items` } },
    });
  return [...lines, { ...key, quantity, unitPaise }];
}

/** One line a product and size, where lines may name the same one twice. */
export function summedUp(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<string, StockLine>();
  for (const { productId, size, quantity } of lines) {
    const key = `${productId} ${size}`;
    sums.set(key, { productId, size, quantity: Math.min(MAX_PIECES, quantity + (sums.get(key)?.quantity ?? 0)) });
  }
  return [...sums.values()];
}

/** Takes bought pieces out; a line that is used up leaves. */
export function without(lines: readonly LineRecord[], bought: readonly StockLine[]): LineRecord[] {
  return lines
    .map((line) => ({
      ...line,
      quantity: line.quantity - bought.filter(isLine(line)).reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    .filter(({ quantity }) => quantity > 0);
}
