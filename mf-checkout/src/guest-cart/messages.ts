/** Texts about merging a guest's cart into the customer's. */
export const messages = {
  notMerged: 'The items you chose before logging in are not in your cart yet. They are saved in this browser.',
  partlyMerged: 'Some items you chose before logging in could not be added:',
  tryAgain: 'Try again',
  ok: 'OK',
  withSize: (name: string, size: string) => (size ? `${name}, size ${size}` : name),
  partOf: (label: string, taken: number, wanted: number, reason: string) =>
    `${label}: ${taken} of ${wanted} added. ${reason}`,
  noneOf: (label: string, reason: string) => `${label}: ${reason}`,
  inCart: (count: number) => (count === 1 ? 'Your item is in the cart.' : `Your ${count} items are in the cart.`),
  seeCart: 'Some items could not be added. See your cart.',
  unreadable: 'The items you chose before logging in could not be read. Please choose them again.',
  unnamed: 'A product',
};
