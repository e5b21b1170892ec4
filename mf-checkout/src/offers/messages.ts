/** Texts of the offers page. */
export const messages = {
  title: 'Offers',
  lead: 'Enter a coupon code in your cart. Offers without a code apply by themselves.',
  loading: 'Loading offers…',
  failed: 'The offers could not be loaded.',
  none: 'No offers at the moment',
  noneText: 'Please look in again soon. New offers appear here.',
  browse: 'Browse Products',
  byItself: 'Applies by itself in your cart.',
  copy: 'Copy code',
  copyOf: (code: string) => `Copy code ${code}`,
  copied: (code: string) => `${code} is copied. Paste it in your cart.`,
  copyByHand: (code: string) => `Please enter ${code} in your cart.`,
  until: (day: string) => `Until ${day}`,
};
