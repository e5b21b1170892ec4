import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { LOW_STOCK_THRESHOLD } from '@rangavalli/contracts/product-stock';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import type { Tone } from '@rangavalli/web-kit/ui/Badge';
import { messages } from './messages.js';

export const MAX_STOCK = 1_000_000;

const isLowStock = ({ stock }: Pick<Product, 'stock'>): boolean => stock < LOW_STOCK_THRESHOLD;

/** Returns the colour of a stock cell: 0 red, low yellow, otherwise green (specification §4). */
export const stockTone = (stock: number): Tone => (stock === 0 ? 'red' : isLowStock({ stock }) ? 'yellow' : 'green');

/** Returns the stock of a product that is tracked by size: the sum of its sizes. */
export const totalStock = (bySize: readonly SizeStock[]): number => bySize.reduce((sum, { stock }) => sum + stock, 0);

export const soldOutSizes = (bySize: readonly SizeStock[]): string[] =>
  bySize.filter(({ stock }) => stock === 0).map(({ size }) => size);

/** Compares sizes, stock and order; shoppers see the sizes in this order. */
export const isSameSizeStock = (one: readonly SizeStock[], other: readonly SizeStock[]): boolean =>
  one.length === other.length &&
  one.every(({ size, stock }, index) => size === other[index]?.size && stock === other[index].stock);

/** The text in each size's field, by size; missing until something is entered. */
export type SizeStockInput = Readonly<Record<string, string>>;

export const toInput = (bySize: readonly SizeStock[] = []): SizeStockInput =>
  Object.fromEntries(bySize.map(({ size, stock }) => [size, String(stock)]));

/** The stock that an edit is based on. */
export type SeenStock = Pick<Product, 'stock' | 'sizes' | 'sizeStock'>;

/** For the call, so that the catalog keeps what was sold since. */
export const toStockWas = ({ stock, sizeStock }: SeenStock) => ({ stock, sizeStock });

/** Returns the present stock when the edit was rejected because of it. */
export function changedStock(error: unknown): SeenStock | undefined {
  const { code, details } = asApiError(error);
  if (code !== 'STOCK_CHANGED') return undefined;
  const { stock, sizes, sizeStock } = details as unknown as SeenStock;
  return { stock, sizes, sizeStock };
}

/** Returns the texts on top of the present stock: those that were not edited follow it. */
export function followStock(input: SizeStockInput, seen: SeenStock, now: SeenStock): SizeStockInput {
  const before = toInput(seen.sizeStock);
  const edited = Object.entries(input).filter(([size, text]) => text !== before[size]);
  return { ...toInput(now.sizeStock), ...Object.fromEntries(edited) };
}

/** Returns the name of a size's field, which the catalog uses in its validation errors too. */
export const sizeStockField = (index: number): string => `sizeStock.${index}.stock`;

const parseStock = (text = ''): number | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) <= MAX_STOCK ? Number(text) : undefined;

/** Returns the entered stock of each size; 0 where it is not a whole number. */
export const readSizeStock = (sizes: readonly string[], input: SizeStockInput): SizeStock[] =>
  sizes.map((size) => ({ size, stock: parseStock(input[size]) ?? 0 }));

/** Returns the errors by field name. */
export const validateSizeStock = (sizes: readonly string[], input: SizeStockInput): Record<string, string> =>
  Object.fromEntries(
    sizes.flatMap((size, index) =>
      parseStock(input[size]) === undefined ? [[sizeStockField(index), messages.wholeNumber]] : [],
    ),
  );
