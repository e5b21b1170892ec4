import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { ProductRecord } from './product.schema.js';

type StockFields = Pick<ProductPatch, 'stock' | 'sizes' | 'sizeStock'>;

export interface StockEdit {
  set: { stock?: number; sizes?: string[]; sizeStock?: SizeStock[] };
  unset: { sizeStock?: 1 };
  /** Part of the update's filter: the edit replaces exactly what was read. */
  guard: Record<string, unknown>;
}

const hasSameSizes = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((size) => b.includes(size));

/**
 * Returns `sizes` and `stock` as `sizeStock` determines them.
 * @throws AppError VALIDATION_FAILED when `sizes` or `stock` contradict it
 */
export function fieldsFromSizeStock(
  sizeStock: readonly SizeStock[],
  { stock, sizes }: Pick<StockFields, 'stock' | 'sizes'>,
): Required<StockEdit['set']> {
  const derived = {
    sizes: sizeStock.map(({ size }) => size),
    stock: sizeStock.reduce((sum, entry) => sum + entry.stock, 0),
    sizeStock: [...sizeStock],
  };
  const fields: Record<string, string> = {};
  if (sizes !== undefined && !hasSameSizes(sizes, derived.sizes)) fields['sizes'] = 'must be the sizes of sizeStock';
  if (stock !== undefined && stock !== derived.stock)
    fields['stock'] = `must be the sum of sizeStock, ${derived.stock}`;
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { details: { fields } });
  return derived;
}

/** Returns a filter that fails once a sale, a return or another edit has changed the stock that was read. */
export function unchangedStock({ stock, sizeStock }: Pick<ProductRecord, 'stock' | 'sizeStock'>): StockEdit['guard'] {
  if (!sizeStock) return { stock, sizeStock: { $exists: false } };
  const entries = sizeStock.flatMap((entry, index) => [
    [`sizeStock.${index}.size`, entry.size],
    [`sizeStock.${index}.stock`, entry.stock],
  ]);
  return { stock, sizeStock: { $size: sizeStock.length }, ...Object.fromEntries(entries) };
}

/**
 * Returns how an edit changes the stock of the product that was read. Where stock is counted by size, `stock` and
 * `sizes` alone may only repeat the present values.
 * @throws AppError VALIDATION_FAILED when the edit contradicts itself; STOCK_BY_SIZE
 */
export function stockEditOf(
  { stock, sizes, sizeStock }: StockFields,
  current: Pick<ProductRecord, 'stock' | 'sizes' | 'sizeStock'>,
): StockEdit {
  if (sizeStock && sizeStock.length > 0)
    return { set: fieldsFromSizeStock(sizeStock, { stock, sizes }), unset: {}, guard: unchangedStock(current) };
  const set = { ...(stock === undefined ? {} : { stock }), ...(sizes === undefined ? {} : { sizes }) };
  if (sizeStock) return { set, unset: { sizeStock: 1 }, guard: unchangedStock(current) };
  if (stock === undefined && sizes === undefined) return { set: {}, unset: {}, guard: {} };
  if (!current.sizeStock)
    return { set, unset: {}, guard: stock === undefined ? { sizeStock: { $exists: false } } : unchangedStock(current) };
  if ((stock ?? current.stock) !== current.stock || !hasSameSizes(sizes ?? current.sizes, current.sizes))
    throw new AppError('STOCK_BY_SIZE');
  return { set: {}, unset: {}, guard: { sizeStock: { $exists: true } } };
}
