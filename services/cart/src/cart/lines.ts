import type { CartLine, CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { lineKeyOf } from '@rangavalli/contracts/personalisation';
import { checkPersonalisation } from '@rangavalli/contracts/personalisation-check';
import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { AppError } from '@rangavalli/service-kit/app-error';
import { paiseToRupees, productInRupees } from '@rangavalli/service-kit/money';
import type { LineRecord } from './cart.schema.js';

export type LineKey = Pick<CartLine, 'productId' | 'size' | 'personalisation'>;

export const MAX_LINES = 100;
const MAX_QUANTITY = 1_000;

export const isLine =
  (key: LineKey) =>
  (line: LineKey): boolean =>
    lineKeyOf(line) === lineKeyOf(key);

const sumQuantities = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Specification §5. @throws AppError SIZE_REQUIRED, SIZE_UNKNOWN */
export function checkSize({ sizes }: CatalogProduct, size: string): void {
  if (sizes.length > 0 && size === '') throw new AppError('SIZE_REQUIRED');
  if (size !== '' && !sizes.includes(size)) throw new AppError('SIZE_UNKNOWN', { details: { sizes } });
}

/**
 * Returns the key with its personalisation in the order of the product's current fields.
 * @throws AppError PERSONALISATION_INVALID with a sentence per label in `details.fields`
 */
export function checkedKey<Key extends LineKey>(product: CatalogProduct, key: Key): Key {
  const { values, errors } = checkPersonalisation(product.personalisationFields, key.personalisation);
  const [first] = Object.entries(errors);
  if (first)
    throw new AppError('PERSONALISATION_INVALID', {
      message: `${product.name}, ${first[0]}: ${first[1]}`,
      details: { productId: product._id, fields: errors },
    });
  const { personalisation: _entered, ...rest } = key;
  return { ...rest, ...(values.length > 0 ? { personalisation: values } : {}) } as Key;
}

/** Lines that share one stock count against each other: other personalisation, and sizes without their own stock. */
export function maxQuantity(lines: readonly LineRecord[], key: LineKey, product: CatalogProduct): number {
  const isOther = (line: LineRecord): boolean =>
    line.productId === key.productId && (!product.sizeStock || line.size === key.size) && !isLine(key)(line);
  const others = lines.filter(isOther);
  return Math.max(0, Math.min(stockOfSize(product, key.size) - sumQuantities(others), MAX_QUANTITY));
}

/**
 * Sets a line's quantity at the current price. Reductions are always allowed while the size is in stock.
 * @throws AppError OUT_OF_STOCK; INSUFFICIENT_STOCK with the maximum in `details.available`; VALIDATION_FAILED
 */
export function setQuantity(
  lines: readonly LineRecord[],
  key: LineKey,
  quantity: number,
  product: CatalogProduct,
): LineRecord[] {
  const unitPaise = unitPriceAt(product, new Date());
  const existing = lines.find(isLine(key));
  const stock = stockOfSize(product, key.size);
  const isReduction = existing && quantity < existing.quantity;
  const available = isReduction ? Math.min(stock, MAX_QUANTITY) : maxQuantity(lines, key, product);
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

export function combineLines(lines: readonly CartLine[]): CartLine[] {
  const combined = new Map<string, CartLine>();
  for (const { quantity, ...line } of lines) {
    const key = lineKeyOf(line);
    const total = quantity + (combined.get(key)?.quantity ?? 0);
    combined.set(key, { ...line, quantity: Math.min(MAX_QUANTITY, total) });
  }
  return [...combined.values()];
}

export function removeUnits<Line extends CartLine>(lines: readonly Line[], bought: readonly CartLine[]): Line[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - sumQuantities(bought.filter(isLine(line))) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Leaves out deleted products. Total in rupees at current prices. */
export function toCart(
  lines: readonly (CartLine & { unitPaise?: number })[],
  products: ReadonlyMap<string, CatalogProduct>,
): Cart {
  const now = new Date();
  let totalPaise = 0;
  const items = lines.flatMap(({ productId, size, personalisation, quantity, unitPaise }) => {
    const found = products.get(productId);
    if (!found) return [];
    totalPaise += unitPriceAt(found, now) * quantity;
    return {
      product: productInRupees(found),
      size,
      ...(personalisation?.length ? { personalisation } : {}),
      quantity,
      ...(unitPaise === undefined ? {} : { addedPrice: paiseToRupees(unitPaise) }),
    };
  });
  return { items, total: paiseToRupees(totalPaise), count: sumQuantities(items) };
}
