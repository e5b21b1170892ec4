import type { AddToCartProps } from '@rangavalli/contracts/fragments';

/** What is asked about a product's pieces. */
type Stocked = Pick<AddToCartProps['product'], 'stock' | 'sizes' | 'sizeStock'>;

/** Whether the product is sold in this size; the empty text stands for "has no sizes". */
export const isOffered = ({ sizes }: Stocked, size: string): boolean =>
  sizes.length > 0 ? sizes.includes(size) : size === '';

/** The most pieces that one order of one size can have, while no size is chosen. */
export const stockOfAnySize = ({ stock, sizeStock }: Stocked): number =>
  sizeStock ? Math.max(0, ...sizeStock.map((one) => one.stock)) : stock;

/** From here down the number of pieces is told. */
export const isLow = (stock: number): boolean => stock > 0 && stock < 5;
