/** Specification §2. */
export const messages = { inStock: 'In Stock', outOfStock: 'Out of Stock', shopNow: 'Shop Now' };
