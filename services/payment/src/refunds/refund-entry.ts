import type { RefundRecord } from '../payments/payment.schema.js';

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
