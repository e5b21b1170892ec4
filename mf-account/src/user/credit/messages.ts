import type { CreditMovement } from '@rangavalli/contracts/entities/credit';

const reasons: Record<CreditMovement['reason'], string> = {
  gift_card: 'Gift card',
  return: 'Refund as store credit',
  goodwill: 'From the shop',
  order_reserved: 'Reserved for a checkout',
  order_paid: 'Order paid',
  order_released: 'Returned from a checkout that was not paid',
  order_cancelled: 'Returned from a cancelled order',
  expired: 'Expired',
};

export const messages = {
  title: 'Store credit',
  backToProfile: 'Back to your profile',
  balance: 'You can spend',
  howTo: 'Choose “Use store credit” at the checkout.',
  reserved: (amount: string) => `${amount} is reserved for a checkout that is not paid yet.`,
  nextExpiry: (amount: string, day: string) => `${amount} expires on ${day}.`,
  loadFailed: 'Your store credit could not be loaded.',
  redeemTitle: 'Add a gift card',
  redeemText: 'Its value becomes store credit, valid for 12 months.',
  code: 'Code of the gift card',
  codeHint: 'For example RVGC-ABCD-EFGH-JKLM-NPQR',
  enterCode: 'Enter the whole code of the gift card.',
  redeem: 'Add gift card',
  redeemFailed: 'The gift card could not be added. Please try again.',
  movements: 'History',
  none: 'Nothing yet. Refunds that you take as store credit and gift cards appear here.',
  more: 'Show more',
  reasonOf: ({ reason }: CreditMovement) => reasons[reason],
  balanceAfter: (amount: string) => `Balance ${amount}`,
};
