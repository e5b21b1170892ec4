/** Apart from the cart's other texts: the buy box shows them too. */
export const messages = {
  allInCart: (refusal: string) => `${refusal} You already have the last items in your cart.`,
  upTo: (refusal: string, available: number) => `${refusal} You can have up to ${available} in your cart.`,
};
