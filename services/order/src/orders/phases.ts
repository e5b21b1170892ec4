/**
 * Where an order stands on its way from checkout to delivery. The status that people see (Pending,
 * Processing …) belongs to `placed` orders only.
 */
export const phases = ['opening', 'checkout', 'paid', 'placed', 'refunding', 'refunded', 'expired', 'failed'] as const;
export type Phase = (typeof phases)[number];

interface TransitionRule {
  from: readonly Phase[];
  to: Phase;
  /** What the order's history says of it. */
  says: string;
}

/**
 * The state machine: no other way leads from phase to phase. Money may arrive at any time, late too, so
 * that `pay` is open to every order that has not been paid (invariant 3).
 */
export const transitions = {
  hold: { from: ['opening'], to: 'checkout', says: 'Checkout begun' },
  fail: { from: ['opening', 'checkout'], to: 'failed', says: 'Checkout could not be opened' },
  expire: { from: ['checkout'], to: 'expired', says: 'Checkout ended without payment' },
  pay: { from: ['opening', 'checkout', 'expired', 'failed'], to: 'paid', says: 'Payment received' },
  place: { from: ['paid'], to: 'placed', says: 'Order placed' },
  giveUp: { from: ['paid'], to: 'refunding', says: 'Pieces gone when the money arrived; refund requested' },
  refund: { from: ['refunding'], to: 'refunded', says: 'Payment refunded' },
} as const satisfies Record<string, TransitionRule>;
export type Transition = keyof typeof transitions;

/** The phases in which a customer's one checkout is going on. */
export const openPhases: readonly Phase[] = ['opening', 'checkout'];
