/** Specification §2. */
export const messages = {
  pageFailed: 'This page could not be loaded.',
  inStock: 'In Stock',
  outOfStock: 'Out of Stock',
  rating: (average: number, count: number) => `${average} (${count === 1 ? '1 review' : `${count} reviews`})`,
  arrivesBefore: (festival: string) => `Arrives before ${festival}`,
  shopNow: 'Shop Now',
};
