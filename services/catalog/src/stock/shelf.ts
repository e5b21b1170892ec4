import type { SizeStock } from '@rangavalli/contracts/entities/product';

/** What a shelf is to the pieces that leave it and come back: one number, or one for each size. */
export interface Shelf {
  sizeStock?: SizeStock[];
}

/** Pieces of one size; '' where the product had none. */
interface Pieces {
  size: string;
  quantity: number;
}

/** A change of a shelf as parts of one update: what it asks of the product, and what it does. */
export interface ShelfChange {
  guard: object;
  add: { $inc?: Record<string, number> };
  push: Record<string, unknown>;
  arrayFilters: Record<string, unknown>[];
}

/** Where pieces go that were bought without a size, when their product has sizes with a count each by now. */
export const SIZELESS = 'Free Size';

const countedTogether = { sizeStock: { $exists: false } } as const;
export const untouched: ShelfChange = { guard: {}, add: {}, push: {}, arrayFilters: [] };

/**
 * Pieces leave the shelf that was read: from the sum and from their size at once, and neither ever below 0 (rule 4).
 * The guard fails when they are not there, or the product is counted in the other way by now.
 */
export function takeOff({ sizeStock }: Shelf, { size, quantity }: Pieces): ShelfChange {
  const enough = { stock: { $gte: quantity } };
  if (!sizeStock)
    return { ...untouched, guard: { ...enough, ...countedTogether }, add: { $inc: { stock: -quantity } } };
  return {
    ...untouched,
    guard: { ...enough, sizeStock: { $elemMatch: { size, ...enough } } },
    ...counted(size, -quantity),
  };
}

/**
 * Pieces come back to the shelf that was read. No piece is lost: a size that was taken off meanwhile comes back with
 * them, and where the product went to one number for all sizes, that one grows.
 */
export function putBack({ sizeStock }: Shelf, { size, quantity }: Pieces): ShelfChange {
  if (!sizeStock) return { ...untouched, guard: countedTogether, add: { $inc: { stock: quantity } } };
  const home = size || SIZELESS;
  if (sizeStock.some((one) => one.size === home))
    return { ...untouched, guard: { 'sizeStock.size': home }, ...counted(home, quantity) };
  return {
    ...untouched,
    guard: { sizeStock: { $exists: true }, 'sizeStock.size': { $ne: home } },
    add: { $inc: { stock: quantity } },
    push: { sizes: home, sizeStock: { size: home, stock: quantity } },
  };
}

const counted = (size: string, more: number) => ({
  add: { $inc: { stock: more, 'sizeStock.$[counted].stock': more } },
  arrayFilters: [{ 'counted.size': size }],
});
