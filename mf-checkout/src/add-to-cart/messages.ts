/** Texts of the buy box. */
export const messages = {
  buy: (name: string) => `Buy ${name}`,
  size: 'Size',
  quantity: 'Quantity',
  add: 'Add to Cart',
  shopNow: 'Shop Now',
  added: '✅ Added to cart successfully!',
  failed: 'Something went wrong.',
  noConnection: 'Server error.',
  mayBeMissing: 'You seem to be offline: the item may not be in your cart.',
  saved: 'Saved in your cart. Log in or check out as a guest.',
  savedAll: 'You have the last items in your cart. Log in or check out as a guest.',
  cartFull: 'Your cart is full. Remove an item to add this one.',
  selectSize: 'Please select a size.',
  onlyLeft: (stock: number) => `Only ${stock} left`,
  outOfStock: 'Out of stock.',
};
