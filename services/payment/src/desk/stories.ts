import type { PaymentProblem, PaymentDetails } from '@rangavalli/contracts/entities/payments-admin';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { QueryFilter } from 'mongoose';
import { type PaymentRecord, withRefunds } from '../payments/payment.schema.js';
import { MISMATCH } from '../refunds/refund-entry.js';
import type { Standing } from './standings.js';

/**
 * Each problem as a question to the database. A mismatch is one until its money has gone back; a refund is
 * pending from the moment that it is asked for.
 */
export const problemFilters: Record<PaymentProblem, QueryFilter<PaymentRecord>> = {
  captured_without_order: { standing: 'missing' },
  amount_mismatch: {
    ...withRefunds,
    refunds: { $elemMatch: { reason: MISMATCH, state: { $in: ['requested', 'failed'] } } },
  },
  refund_pending: { ...withRefunds, 'refunds.state': 'requested' },
  refund_failed: { ...withRefunds, 'refunds.state': 'failed' },
};

/** The same of one payment. `withoutOrder` is found out with the order service. */
export function problemsOf({ refunds }: PaymentRecord, withoutOrder: boolean): PaymentProblem[] {
  const found: Record<PaymentProblem, boolean> = {
    captured_without_order: withoutOrder,
    amount_mismatch: refunds.some(({ reason, state }) => reason === MISMATCH && state !== 'done'),
    refund_pending: refunds.some(({ state }) => state === 'requested'),
    refund_failed: refunds.some(({ state }) => state === 'failed'),
  };
  return (Object.keys(found) as PaymentProblem[]).filter((problem) => found[problem]);
}

/** The story as the desk shows it: rupees, and nothing of how we keep it. */
export function toStory(payment: PaymentRecord, withoutOrder: boolean, order: Standing | undefined): PaymentDetails {
  return {
    orderId: payment._id,
    userId: payment.userId,
    amount: paiseToRupees(payment.amountPaise),
    currency: payment.currency,
    ...(payment.razorpayOrderId ? { razorpayOrderId: payment.razorpayOrderId } : {}),
    createdAt: payment.createdAt.toISOString(),
    problems: problemsOf(payment, withoutOrder),
    captures: payment.captures.map(({ paymentId, method, amountPaise, currency, at }) => ({
      paymentId,
      method,
      amount: paiseToRupees(amountPaise),
      currency,
      at: at.toISOString(),
    })),
    refunds: payment.refunds.map(({ paymentId, amountPaise, state, reason, razorpayRefundId, attempts, nextAt }) => ({
      paymentId,
      amount: paiseToRupees(amountPaise),
      state,
      reason,
      ...(razorpayRefundId ? { razorpayRefundId } : {}),
      attempts,
      ...(state === 'requested' ? { nextAt: nextAt.toISOString() } : {}),
    })),
    failures: payment.failures.map(({ paymentId, reason, at }) => ({ paymentId, reason, at: at.toISOString() })),
    ...(order
      ? {
          order: {
            phase: order.phase,
            ...(order.status ? { status: order.status } : {}),
            amount: paiseToRupees(order.totalPaise),
          },
        }
      : {}),
  };
}
