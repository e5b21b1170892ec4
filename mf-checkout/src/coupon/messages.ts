import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';

const waysToPay: Record<PaymentMethod, string> = {
  online: 'online',
  cod: 'on delivery',
  part: 'a part online',
};

export const messages = {
  have: 'Have a coupon?',
  code: 'Coupon code',
  apply: 'Apply',
  remove: 'Remove',
  removeOf: (code: string) => `Remove the coupon ${code}`,
  applied: (code: string) => `Coupon ${code} applied`,
  notApplied: (code: string) => `Coupon ${code}`,
  seeOffers: 'See all offers',
  enterCode: 'Please enter the code of your coupon.',
  failed: 'The coupon could not be applied. Please try again.',
  discount: (amount: string) => `−${amount}`,
  titleOf: (title: string, methods: readonly PaymentMethod[]) =>
    `${title}, if you pay ${methods.map((method) => waysToPay[method]).join(' or ')}`,
  youSave: (amount: string) => `You save ${amount}`,
  youPay: 'You pay',
  items: 'Items',
  delivery: 'Delivery',
  free: 'Free',
  addForFree: (amount: string) => `Add ${amount} for free delivery`,
  codFee: 'Cash on delivery fee',
  rounding: 'Rounding',
  applies: 'Applied',
  withTaxes: 'Inclusive of all taxes',
  withTaxesOf: (amount: string) => `Inclusive of all taxes (${amount})`,
};
