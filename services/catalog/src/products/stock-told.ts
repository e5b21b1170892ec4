import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { ProductRecord } from './product.schema.js';

/** What somebody writes about stock. */
type Told = Pick<ProductPatch, 'stock' | 'sizes' | 'sizeStock'>;

/** A change of stock as parts of one update. */
export interface StockChange {
  set: { stock?: number; sizes?: string[]; sizeStock?: SizeStock[] };
  /** The product is no longer counted by size. */
  unset: { sizeStock?: 1 };
  /** What the update has to ask of the product for the change to be right, and to replace just what was read. */
  guard: Record<string, unknown>;
}

const sumOf = (bySize: readonly SizeStock[]): number => bySize.reduce((sum, { stock }) => sum + stock, 0);
const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((size) => other.includes(size));

/**
 * `sizes` and `stock` as the pieces of each size give them.
 * @throws AppError VALIDATION_FAILED when `sizes` or `stock`, told beside, say something else
 */
export function countedBySize(
  sizeStock: readonly SizeStock[],
  { stock, sizes }: Pick<Told, 'stock' | 'sizes'>,
): Required<StockChange['set']> {
  const derived = { sizes: sizeStock.map(({ size }) => size), stock: sumOf(sizeStock), sizeStock: [...sizeStock] };
  const fields: Record<string, string> = {};
  if (sizes !== undefined && !same(sizes, derived.sizes)) fields['sizes'] = 'must be the sizes of sizeStock';
  if (stock !== undefined && stock !== derived.stock)
    fields['stock'] = `must be the sum of sizeStock, ${derived.stock}`;
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { details: { fields } });
  return derived;
}

/** The pieces as they were read: a sale or a return in between fails it. */
export function asRead({ stock, sizeStock }: Pick<ProductRecord, 'stock' | 'sizeStock'>): StockChange['guard'] {
  if (!sizeStock) return { stock, sizeStock: { $exists: false } };
  const bySize = sizeStock.flatMap(
    (one, place) =>
      [
        [`sizeStock.${place}.size`, one.size],
        [`sizeStock.${place}.stock`, one.stock],
      ] as const,
  );
  return { stock, sizeStock: { $size: sizeStock.length }, ...Object.fromEntries(bySize) };
}

/**
 * How an edit changes the stock of a product that was read as `current`. An edit that knows of one number only can't
 * say of which size the pieces are: for a product that is counted by size it may repeat what is there, no more.
 * @throws AppError VALIDATION_FAILED when what is told contradicts itself; STOCK_BY_SIZE
 */
export function stockChange(
  { stock, sizes, sizeStock }: Told,
  current: Pick<ProductRecord, 'stock' | 'sizes' | 'sizeStock'>,
): StockChange {
  if (sizeStock && sizeStock.length > 0)
    return { set: countedBySize(sizeStock, { stock, sizes }), unset: {}, guard: asRead(current) };
  const plain = { ...(stock === undefined ? {} : { stock }), ...(sizes === undefined ? {} : { sizes }) };
  if (sizeStock) return { set: plain, unset: { sizeStock: 1 }, guard: asRead(current) };
  if (stock === undefined && sizes === undefined) return { set: {}, unset: {}, guard: {} };
  if (!current.sizeStock)
    return { set: plain, unset: {}, guard: stock === undefined ? { sizeStock: { $exists: false } } : asRead(current) };
  if ((stock ?? current.stock) !== current.stock || !same(sizes ?? current.sizes, current.sizes))
    throw new AppError('STOCK_BY_SIZE');
  return { set: {}, unset: {}, guard: { sizeStock: { $exists: true } } };
}
