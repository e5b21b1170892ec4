import type { SizeStock } from '@rangavalli/contracts/entities/product';

interface StockCount {
  sizeStock?: SizeStock[];
}

interface Units {
  /** '' for a product without sizes. */
  size: string;
  quantity: number;
}

export interface StockUpdate {
  guard: object;
  update: { $inc?: Record<string, number> };
  push: Record<string, unknown>;
  arrayFilters: Record<string, unknown>[];
}

/** The size of units that were sold without one, once their product counts stock by size. */
export const FREE_SIZE = 'Free Size';
export const unchanged: StockUpdate = { guard: {}, update: {}, push: {}, arrayFilters: [] };

const sharesStock = { sizeStock: { $exists: false } } as const;

/** The guard keeps the sum and the size at zero or above (rule 4). */
export function takeUnits({ sizeStock }: StockCount, { size, quantity }: Units): StockUpdate {
  const isEnough = { stock: { $gte: quantity } };
  if (!sizeStock)
    return { ...unchanged, guard: { ...isEnough, ...sharesStock }, update: { $inc: { stock: -quantity } } };
  const guard = { ...isEnough, sizeStock: { $elemMatch: { size, ...isEnough } } };
  return { ...unchanged, guard, ...incrementSize(size, -quantity) };
}

/** A size that was removed meanwhile is added again, so that no unit is lost. */
export function restockUnits({ sizeStock }: StockCount, { size, quantity }: Units): StockUpdate {
  if (!sizeStock) return { ...unchanged, guard: sharesStock, update: { $inc: { stock: quantity } } };
  const target = size || FREE_SIZE;
  if (sizeStock.some((entry) => entry.size === target))
    return { ...unchanged, guard: { 'sizeStock.size': target }, ...incrementSize(target, quantity) };
  return {
    ...unchanged,
    guard: { sizeStock: { $exists: true }, 'sizeStock.size': { $ne: target } },
    update: { $inc: { stock: quantity } },
    push: { sizes: target, sizeStock: { size: target, stock: quantity } },
  };
}

const incrementSize = (size: string, units: number) => ({
  update: { $inc: { stock: units, 'sizeStock.$[counted].stock': units } },
  arrayFilters: [{ 'counted.size': size }],
});
