import type { Product } from '@rangavalli/contracts/entities/product';

export interface SoldOut {
  all: boolean;
  /** Sold-out sizes; none when stock is not tracked by size. */
  sizes: readonly string[];
}

/** Returns undefined while everything is available. */
export function findSoldOut({ stock, sizeStock = [] }: Pick<Product, 'stock' | 'sizeStock'>): SoldOut | undefined {
  const sizes = sizeStock.filter((entry) => entry.stock < 1).map(({ size }) => size);
  const all = stock < 1;
  return all || sizes.length > 0 ? { all, sizes } : undefined;
}
