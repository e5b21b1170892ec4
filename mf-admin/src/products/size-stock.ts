import type { SizeStock } from '@rangavalli/contracts/entities/product';

/** Pieces of all sizes together: what `stock` is of a product that is counted by size. */
export const sumOf = (bySize: readonly SizeStock[]): number => bySize.reduce((sum, { stock }) => sum + stock, 0);

/** The sizes that none is left of. */
export const soldOut = (bySize: readonly SizeStock[]): string[] =>
  bySize.filter(({ stock }) => stock === 0).map(({ size }) => size);

/** Whether both say the same of the same sizes in the same order: the order is the one that shoppers choose in. */
export const sameCounts = (one: readonly SizeStock[], other: readonly SizeStock[]): boolean =>
  one.length === other.length &&
  one.every(({ size, stock }, index) => size === other[index]?.size && stock === other[index].stock);

/** What was typed for each size, by size. What is not there has not been typed. */
export type TypedCounts = Readonly<Record<string, string>>;

/** What stands in the fields of a product's sizes before anything is typed. */
export const typedCounts = (bySize: readonly SizeStock[] = []): TypedCounts =>
  Object.fromEntries(bySize.map(({ size, stock }) => [size, String(stock)]));

/** The name of a size's field: also where the catalog says what is wrong with it. */
export const countField = (index: number): string => `sizeStock.${index}.stock`;

/** The typed text as a number of pieces; undefined when it is none. */
export const pieces = (text = ''): number | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) <= 1_000_000 ? Number(text) : undefined;

/** What is typed as the calls take it; what is no number counts as none. */
export const readCounts = (sizes: readonly string[], typed: TypedCounts): SizeStock[] =>
  sizes.map((size) => ({ size, stock: pieces(typed[size]) ?? 0 }));

/** What is wrong with each count, by the name of its field; nothing when all are right. */
export const wrongCounts = (sizes: readonly string[], typed: TypedCounts): Record<string, string> =>
  Object.fromEntries(
    sizes.flatMap((size, index) =>
      pieces(typed[size]) === undefined ? [[countField(index), 'A whole number, 0 or more.']] : [],
    ),
  );
