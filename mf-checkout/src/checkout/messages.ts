/** Texts of the checkout. Alerts are the specification's (§8). */
export const messages = {
  loading: 'Loading checkout…',
  loginText: 'Log in to continue to checkout. Your cart is saved.',
  preparing: 'Preparing your payment…',
  paying: 'Waiting for your payment…',
  confirming: 'Confirming your payment. Please keep this page open.',
  addressesFailed: 'Your saved addresses could not be loaded.',
  saveAddress: 'Save this address for next time',
  saveAddressFailed: 'Failed to save address.',
  invalidEmail: 'Please enter a valid email address.',
  enter: (field: string) => `Please enter ${field}.`,
  stateNeeded: 'Please enter your state to save the address.',
  windowFailed: 'The payment window could not be opened. Nothing was charged. Please try again.',
  windowClosed:
    'The payment window was closed. Your details are saved; pay when you are ready. ' +
    'If money was debited, you get your order within minutes or a full refund within 3–5 business days.',
  declined: 'The payment was declined.',
  paymentFailed: (reason: string) =>
    `Payment failed. ${reason} Your details are saved; you can try again. ` +
    'If money was debited, your bank returns it automatically within 5–7 working days.',
  wentWrong: 'Something went wrong with payment!',
  verificationFailed: '❌ Payment verification failed!',
  orderFailed: 'Failed to complete order. Contact support.',
  nothingCharged: 'Nothing was charged.',
  newTotal: (total: string) => `The total is now ${total}.`,
  left: (label: string, available: number) =>
    available > 0 ? `${label}: ${available} left.` : `${label}: out of stock.`,
  alreadyPaid: 'If you have already paid, your order is in My Orders.',
  moneyIsSafe:
    'If money was debited, you automatically get your order within minutes or a full refund within 3–5 business days.',
  sessionEnded: 'Your session has ended. Please log in again.',
  notConfirmed: 'We could not confirm your payment yet. Please do not pay again.',
  reference: (paymentId: string) => `Payment ${paymentId}.`,
  checkAgain: 'Check again',
  changeCart: 'Change your cart',
  confirmEmail: 'Confirm your email',
  myOrders: 'My Orders',
};
