/** The states of an order. The status that people see (Pending, Processing …) exists in `placed` only. */
export const phases = [
  'opening',
  'checkout',
  'paid',
  'confirmed',
  'placed',
  'refunding',
  'refunded',
  'expired',
  'failed',
] as const;
export type Phase = (typeof phases)[number];

/**
 * The state machine; `OrderStore.transition` enforces it in the write. A payment may arrive late, so `pay` is open to
 * every order that has not been paid (invariant 3).
 */
export const transitions = {
  open: { from: ['opening'], to: 'checkout', description: 'Checkout started' },
  fail: { from: ['opening', 'checkout'], to: 'failed', description: 'Checkout could not be started' },
  expire: { from: ['checkout'], to: 'expired', description: 'Checkout ended without payment' },
  supersede: { from: ['checkout'], to: 'expired', description: 'Replaced by a newer checkout' },
  release: { from: ['checkout'], to: 'expired', description: 'Reserved items released by the shop' },
  pay: { from: ['opening', 'checkout', 'expired', 'failed'], to: 'paid', description: 'Payment received' },
  confirm: { from: ['checkout', 'expired'], to: 'confirmed', description: 'Cash on delivery confirmed' },
  confirmCredit: { from: ['checkout'], to: 'confirmed', description: 'Paid with store credit' },
  place: { from: ['paid', 'confirmed'], to: 'placed', description: 'Order placed' },
  giveUp: { from: ['confirmed'], to: 'failed', description: 'Items no longer available; nothing was ordered' },
  requestRefund: { from: ['paid'], to: 'refunding', description: 'Items no longer available; refund requested' },
  refuse: { from: ['paid'], to: 'refunding', description: 'Paid after the checkout was withdrawn; refund requested' },
  completeRefund: { from: ['refunding'], to: 'refunded', description: 'Payment refunded' },
} as const satisfies Record<string, { from: readonly Phase[]; to: Phase; description: string }>;
export type Transition = keyof typeof transitions;

/** Ends of a checkout after which its prices are no longer offered: a late payment is refunded. */
export const withdrawals: readonly Transition[] = ['supersede', 'release'];

export const refundRequests = ['requestRefund', 'refuse'] as const satisfies readonly Transition[];

export const openPhases: readonly Phase[] = ['opening', 'checkout'];

/** The order will be placed, unless its stock is gone. */
export const placeablePhases: readonly Phase[] = ['paid', 'confirmed'];

/** When the sweeper first publishes an unconfirmed refund request again. */
export const REFUND_CHECK_MS = 60_000;
