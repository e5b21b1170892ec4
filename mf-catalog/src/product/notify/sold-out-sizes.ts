import type { Product } from '@rangavalli/contracts/entities/product';

/** What a shopper may wait for. */
export interface SoldOut {
  /** Nothing of the product can be bought. */
  all: boolean;
  /** Sizes that are counted and gone; none where sizes are not counted, or the product has none. */
  sizes: readonly string[];
}

/** Undefined while everything can be bought. */
export function soldOutOf({ stock, sizeStock = [] }: Pick<Product, 'stock' | 'sizeStock'>): SoldOut | undefined {
  const sizes = sizeStock.filter((of) => of.stock < 1).map(({ size }) => size);
  const all = stock < 1;
  return all || sizes.length > 0 ? { all, sizes } : undefined;
}
