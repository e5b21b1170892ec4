import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { LOW_STOCK_THRESHOLD } from '@rangavalli/contracts/product-stock';

type Stocked = Pick<AddToCartProps['product'], 'stock' | 'sizes' | 'sizeStock'>;

/** Whether the product is sold in this size; the empty string means "has no sizes". */
export const isOffered = ({ sizes }: Stocked, size: string): boolean =>
  sizes.length > 0 ? sizes.includes(size) : size === '';

/** Returns the largest stock of one size, for use while no size is selected. */
export const maxStockOfAnySize = ({ stock, sizeStock }: Stocked): number =>
  sizeStock ? Math.max(0, ...sizeStock.map((one) => one.stock)) : stock;

export const isLowStock = (stock: number): boolean => stock > 0 && stock < LOW_STOCK_THRESHOLD;
