import type { Product } from '@rangavalli/contracts/entities/product';

/** Below this a product's stock is low (specification §9). */
export const LOW_STOCK = 5;

/** The products that run out, the emptiest shelf first. */
export const lowStockOf = (products: readonly Product[]): Product[] =>
  products
    .filter(({ stock }) => stock < LOW_STOCK)
    .toSorted((one, other) => one.stock - other.stock || one.name.localeCompare(other.name));
