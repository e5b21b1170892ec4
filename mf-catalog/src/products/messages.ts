/** Specification §2. */
export const messages = {
  pageFailed: 'This page could not be loaded.',
  inStock: 'In Stock',
  outOfStock: 'Out of Stock',
  shopNow: 'Shop Now',
};
