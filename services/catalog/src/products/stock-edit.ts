import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { ProductRecord } from './product.schema.js';

type StockFields = Pick<ProductPatch, 'stock' | 'sizes' | 'sizeStock'>;
type CurrentStock = Pick<ProductRecord, 'stock' | 'sizes' | 'sizeStock'>;

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

/** The details have messages by field and the present stock, which the next attempt is based on. */
const stockChanged = ({ stock, sizes, sizeStock }: CurrentStock, message: string, fields: Record<string, string>) =>
  new AppError('STOCK_CHANGED', { message, details: { fields, stock, sizes, sizeStock } });

/**
 * Returns the stock of an edit that the editor based on `was`: an unchanged number is left out.
 * @throws AppError STOCK_CHANGED when it changed since, unless to the number of the edit: calls are repeated
 */
function mergeStock(stock: number | undefined, was: number, current: CurrentStock): number | undefined {
  if (stock === undefined || stock === was || stock === current.stock) return undefined;
  if (current.stock === was) return stock;
  const message = `The stock has changed to ${current.stock}. Please check it and save again.`;
  throw stockChanged(current, message, { stock: `Now ${current.stock}, was ${was}` });
}

/** As `mergeStock`, for each size: unchanged numbers become the present ones. */
function mergeSizeStock(
  sizeStock: readonly SizeStock[],
  was: NonNullable<ProductPatch['stockWas']>,
  current: CurrentStock,
): SizeStock[] {
  const isSame = (bySize: readonly SizeStock[] = []) =>
    bySize.length === sizeStock.length &&
    bySize.every(({ size, stock }, at) => size === sizeStock[at]?.size && stock === sizeStock[at].stock);
  const sizesOf = (bySize: readonly SizeStock[] = []) => bySize.map(({ size }) => size).join(', ');
  if (isSame(current.sizeStock)) return [...sizeStock];
  if (sizesOf(current.sizeStock) !== sizesOf(was.sizeStock)) {
    const problem = current.sizeStock ? `Sizes now ${sizesOf(current.sizeStock)}` : `One stock now, ${current.stock}`;
    const message = 'The sizes have changed. Please check the stock of each and save again.';
    throw stockChanged(current, message, { sizeStock: problem });
  }
  if (!current.sizeStock) {
    if (current.stock === was.stock) return [...sizeStock];
    const message = `The stock has changed to ${current.stock}. Please check the stock of each size and save again.`;
    throw stockChanged(current, message, { sizeStock: `Now ${current.stock} in all, was ${was.stock}` });
  }
  const fields: Record<string, string> = {};
  const stockOf = (bySize: readonly SizeStock[] | undefined, size: string) =>
    bySize?.find((entry) => entry.size === size)?.stock;
  const merged = sizeStock.map(({ size, stock }, index) => {
    const [before, now] = [stockOf(was.sizeStock, size), stockOf(current.sizeStock, size)];
    if (before === undefined || now === undefined) return { size, stock };
    if (stock !== before && stock !== now && now !== before)
      fields[`sizeStock.${index}.stock`] = `Now ${now}, was ${before}`;
    return { size, stock: stock === before ? now : stock };
  });
  if (Object.keys(fields).length === 0) return merged;
  const message = 'The stock of some sizes has changed. Please check the numbers and save again.';
  throw stockChanged(current, message, fields);
}

/**
 * Returns how an edit changes the stock of the product that was read. Where stock is counted by size, `stock` and
 * `sizes` alone may only repeat the present values.
 * @throws AppError VALIDATION_FAILED when the edit contradicts itself; STOCK_BY_SIZE; STOCK_CHANGED
 */
export function stockEditOf(
  { stockWas, ...edit }: StockFields & Pick<ProductPatch, 'stockWas'>,
  current: CurrentStock,
): StockEdit {
  const { sizes, sizeStock } = edit;
  if (sizeStock && sizeStock.length > 0) {
    const entered = fieldsFromSizeStock(sizeStock, edit);
    const set = stockWas ? fieldsFromSizeStock(mergeSizeStock(sizeStock, stockWas, current), {}) : entered;
    return { set, unset: {}, guard: unchangedStock(current) };
  }
  // One stock where sizes have their own is refused below.
  const isOneStock = sizeStock !== undefined || !current.sizeStock;
  const stock = stockWas && isOneStock ? mergeStock(edit.stock, stockWas.stock, current) : edit.stock;
  const set = { ...(stock === undefined ? {} : { stock }), ...(sizes === undefined ? {} : { sizes }) };
  if (sizeStock) return { set, unset: { sizeStock: 1 }, guard: unchangedStock(current) };
  if (stock === undefined && sizes === undefined) return { set: {}, unset: {}, guard: {} };
  if (!current.sizeStock)
    return { set, unset: {}, guard: stock === undefined ? { sizeStock: { $exists: false } } : unchangedStock(current) };
  if ((stock ?? current.stock) !== current.stock || !hasSameSizes(sizes ?? current.sizes, current.sizes))
    throw new AppError('STOCK_BY_SIZE');
  return { set: {}, unset: {}, guard: { sizeStock: { $exists: true } } };
}
