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

export const isLine = (key: LineKey) => (line: LineKey): boolean => line.productId === key.productId && line.size === key.size;

/**
 * Checks the size picked for a product (specification §5).
 * @throws AppError SIZE_REQUIRED, SIZE_UNKNOWN
 */
export function checkSize({ sizes }: Product, size: string): void {
  if (sizes.length > 0 && size === '') throw new AppError('SIZE_REQUIRED');
  if (size !== '' && !sizes.includes(size)) throw new AppError('SIZE_UNKNOWN', { details: { sizes } });
}

/**
 * Sets a line's quantity, or appends the line, at the price of now. Sizes share the product's one stock, so that its other lines count;
 * but having fewer of a line is always allowed as long as the line itself can be had.
 * @throws AppError OUT_OF_STOCK; INSUFFICIENT_STOCK with `details.available`: the most that the line may have;
 *   VALIDATION_FAILED when the cart is full
 */
export function withQuantity(lines: readonly LineRecord[], key: LineKey, quantity: number, product: Product): LineRecord[] {
  const unitPaise = rupeesToPaise(product.price);
  const existing = lines.find(isLine(key));
  const others = lines.filter((line) => line.productId === key.productId && line !== existing).reduce((sum, line) => sum + line.quantity, 0);
  const inStock = Math.min(product.stock, MAX_PIECES);
  const available = existing && quantity < existing.quantity ? inStock : Math.max(0, Math.min(inStock, product.stock - others));
  if (product.stock === 0) throw new AppError('OUT_OF_STOCK', { details: { available: 0 } });
  if (quantity > available) throw new AppError('INSUFFICIENT_STOCK', { details: { available } });
  if (existing) return lines.map((line) => (line === existing ? { ...line, quantity, unitPaise } : line));
  if (lines.length >= MAX_LINES) throw new AppError('VALIDATION_FAILED', { message: 'Your cart is full.', details: { fields: { productId: `at most ${MAX_LINES} different items` } } });
  return [...lines, { ...key, quantity, unitPaise }];
}

/** Takes bought pieces out; a line that is used up leaves. */
export function without(lines: readonly LineRecord[], bought: readonly StockLine[]): LineRecord[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - bought.filter(isLine(line)).reduce((sum, { quantity }) => sum + quantity, 0) }))
    .filter(({ quantity }) => quantity > 0);
}
