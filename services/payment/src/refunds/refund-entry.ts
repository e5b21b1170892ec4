import type { RefundRecord } from '../payments/payment.schema.js';

/** Why captured money of another amount than its order's goes back. */
export const MISMATCH = 'amount does not fit the order';

/** The entry that asks for a payment to be given back. Its key comes from the payment: one refund a payment, ever. */
export const newRefund = (paymentId: string, amountPaise: number, reason: string): RefundRecord => ({
  key: `refund-${paymentId}`,
  paymentId,
  amountPaise,
  state: 'requested',
  reason,
  attempts: 0,
  nextAt: new Date(),
});
