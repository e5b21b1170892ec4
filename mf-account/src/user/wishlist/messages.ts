export const messages = {
  title: 'Wishlist',
  loadFailed: 'Failed to load your wishlist.',
  empty: 'Your wishlist is empty.',
  emptyText: 'Tap the heart on a product to save it here.',
  browse: 'Browse Products',
  unavailable: (count: number) =>
    count === 1
      ? 'One item on your wishlist is no longer available.'
      : `${count} items on your wishlist are no longer available.`,
  outOfStock: 'Out of stock',
  lowStock: (stock: number) => `Only ${stock} left`,
  inStock: 'In stock',
  size: 'Size',
  sizeOf: (name: string) => `Size of ${name}`,
  selectSize: 'Select a size',
  soldOut: (size: string) => `${size}, sold out`,
  moveToCart: 'Move to cart',
  moveWhichToCart: (name: string) => `Move to cart: ${name}`,
  remove: 'Remove',
  removeWhich: (name: string) => `Remove ${name}`,
  // Specification §5, §8.
  sizeMissing: 'Please select a size.',
  added: '✅ Added to cart successfully!',
  somethingWrong: 'Something went wrong.',
  serverError: 'Server error.',
};
