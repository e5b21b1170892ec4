import type { PaymentDetails, WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { orderWords, outcomeWords } from './payment-words.js';

/** One thing that happened to a payment. */
export interface StoryLine {
  key: string;
  what: string;
  note?: string | undefined;
  /** Left out: it is told of without its time. */
  at?: string;
}

const refundWords = { requested: 'is asked for', done: 'was made', failed: 'was sent back by the bank' } as const;
const tries = (count: number): string => `${count} ${count === 1 ? 'try' : 'tries'}`;

/** A payment's story: what has a time in the order of time, then refunds and how the order stands now. */
export function storyLines(
  { amount, createdAt, razorpayOrderId, captures, failures, refunds, order }: PaymentDetails,
  deliveries: readonly WebhookDelivery[],
): StoryLine[] {
  const timed: (StoryLine & { at: string })[] = [
    { key: 'created', what: `Payment of ${formatRupees(amount)} opened`, note: razorpayOrderId, at: createdAt },
    ...failures.map(({ paymentId, reason, at }) => ({
      key: `failed ${paymentId}`,
      what: `Payment failed: ${reason}`,
      note: paymentId,
      at,
    })),
    ...captures.map(({ paymentId, method, amount: paid, at }) => ({
      key: `captured ${paymentId}`,
      what: `${formatRupees(paid)} captured by ${method}`,
      note: paymentId,
      at,
    })),
    ...deliveries.map(({ _id, event, outcome, error, receivedAt }) => ({
      key: `delivery ${_id}`,
      what: `Razorpay told ${event}: ${outcomeWords[outcome].toLowerCase()}`,
      note: error,
      at: receivedAt,
    })),
  ];
  return [
    ...timed.toSorted((one, other) => one.at.localeCompare(other.at)),
    ...refunds.map(({ paymentId, amount: back, state, reason, razorpayRefundId, attempts }) => ({
      key: `refund ${paymentId}`,
      what: `Refund of ${formatRupees(back)} ${refundWords[state]}`,
      note: [reason, tries(attempts), razorpayRefundId].filter(Boolean).join(' · '),
    })),
    { key: 'order', what: `Order: ${orderWords(order)}`, note: order ? formatRupees(order.amount) : undefined },
  ];
}
