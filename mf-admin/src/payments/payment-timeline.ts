import type { PaymentDetails, WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import type { TimelineEntry } from '../layout/Timeline.js';
import { messages } from './messages.js';
import { orderState } from './payment-state.js';

/** Returns a payment's events by time, then its refunds and the current state of its order. */
export function paymentTimeline(
  { amount, createdAt, razorpayOrderId, captures, failures, refunds, order }: PaymentDetails,
  deliveries: readonly WebhookDelivery[],
): TimelineEntry[] {
  const timed: (TimelineEntry & { at: string })[] = [
    { key: 'created', what: messages.paymentCreated(formatRupees(amount)), note: razorpayOrderId, at: createdAt },
    ...failures.map(({ paymentId, reason, at }) => ({
      key: `failed ${paymentId}`,
      what: messages.paymentFailed(reason),
      note: paymentId,
      at,
    })),
    ...captures.map(({ paymentId, method, amount: captured, at }) => ({
      key: `captured ${paymentId}`,
      what: messages.paymentCaptured(formatRupees(captured), method),
      note: paymentId,
      at,
    })),
    ...deliveries.map(({ _id, event, outcome, error, receivedAt }) => ({
      key: `delivery ${_id}`,
      what: messages.webhook(event, outcome),
      note: error,
      at: receivedAt,
    })),
  ];
  return [
    ...timed.toSorted((one, other) => one.at.localeCompare(other.at)),
    ...refunds.map(({ amount: refunded, state, reason, razorpayRefundId, attempts, ...bank }, index) => ({
      key: `refund ${index}`,
      what: messages.refundState(formatRupees(refunded), state),
      note: [reason, messages.attempts(attempts), razorpayRefundId, messages.refundAtBank(bank)]
        .filter(Boolean)
        .join(' · '),
    })),
    { key: 'order', what: messages.orderIs(orderState(order)), note: order && formatRupees(order.amount) },
  ];
}
