import type { PaymentDetails, PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { AMOUNT_MISMATCH, type PaymentRecord, type RefundRecord } from '../payments/payment.schema.js';
import type { OrderState } from './order-matching.service.js';

function problemsOf({ refunds }: PaymentRecord, isWithoutOrder: boolean): PaymentProblem[] {
  const found: Record<PaymentProblem, boolean> = {
    captured_without_order: isWithoutOrder,
    amount_mismatch: refunds.some(({ reason, state }) => reason === AMOUNT_MISMATCH && state !== 'done'),
    refund_pending: refunds.some(({ state }) => state === 'requested'),
    refund_failed: refunds.some(({ state }) => state === 'failed'),
  };
  return (Object.keys(found) as PaymentProblem[]).filter((problem) => found[problem]);
}

function toRefundDetails(refund: RefundRecord): PaymentDetails['refunds'][number] {
  const { paymentId, amountPaise, state, reason, razorpayRefundId, attempts, nextAt, speed, arn, isProcessed } = refund;
  return {
    paymentId,
    amount: paiseToRupees(amountPaise),
    state,
    reason,
    ...(razorpayRefundId ? { razorpayRefundId } : {}),
    ...(speed ? { speed } : {}),
    ...(arn ? { arn } : {}),
    ...(isProcessed ? { isProcessed } : {}),
    attempts,
    ...(state === 'requested' ? { nextAt: nextAt.toISOString() } : {}),
  };
}

export function toPaymentDetails(
  payment: PaymentRecord,
  isWithoutOrder: boolean,
  order: OrderState | undefined,
): PaymentDetails {
  return {
    orderId: payment._id,
    orderNumber: payment.orderNumber,
    userId: payment.userId,
    amount: paiseToRupees(payment.amountPaise),
    currency: payment.currency,
    razorpayOrderId: payment.razorpayOrderId,
    createdAt: payment.createdAt.toISOString(),
    problems: problemsOf(payment, isWithoutOrder),
    captures: payment.captures.map(({ paymentId, method, amountPaise, currency, at }) => ({
      paymentId,
      method,
      amount: paiseToRupees(amountPaise),
      currency,
      at: at.toISOString(),
    })),
    refunds: payment.refunds.map((refund) => toRefundDetails(refund)),
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
