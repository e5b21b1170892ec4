export const messages = {
  wishlist: 'Wishlist',
  wishlistOf: (name: string) => `Wishlist: ${name}`,
  add: 'Add to wishlist',
  remove: 'Remove from wishlist',
  added: 'Added to your wishlist',
  removed: 'Removed from your wishlist',
  logIn: 'Log in to use your wishlist.',
  savedForLogin: 'Saved. Log in to keep it in your wishlist.',
  failed: 'Something went wrong.',
};
