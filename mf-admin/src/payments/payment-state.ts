import type { PaymentDetails, PaymentProblem, WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import type { Tone } from '@rangavalli/web-kit/ui/Badge';
import { messages } from './messages.js';

const problemTones: Record<PaymentProblem, Tone> = {
  captured_without_order: 'red',
  amount_mismatch: 'red',
  refund_pending: 'yellow',
  refund_failed: 'red',
};

export const outcomeTones: Record<WebhookDelivery['outcome'], Tone> = {
  handled: 'green',
  repeated: 'gray',
  ignored: 'gray',
  unreadable: 'yellow',
  failed: 'red',
  forged: 'red',
};

/** Returns a payment's badges: its problems, else its state. */
export function badgesOf({ problems, captures, refunds, failures }: PaymentDetails): { text: string; tone: Tone }[] {
  if (problems.length > 0)
    return problems.map((problem) => ({ text: messages.problems[problem], tone: problemTones[problem] }));
  const isRefunded = captures.every(({ paymentId, amount }) => refundedPaise(refunds, paymentId) >= toPaise(amount));
  if (refunds.some(({ state }) => state === 'awaiting_approval'))
    return [{ text: messages.awaitsApproval, tone: 'yellow' }];
  if (captures.length > 0)
    return [isRefunded ? { text: messages.refunded, tone: 'gray' } : { text: messages.paid, tone: 'green' }];
  return [failures.length > 0 ? { text: messages.failed, tone: 'yellow' } : { text: messages.notPaid, tone: 'gray' }];
}

const toPaise = (rupees: number): number => Math.round(rupees * 100);

/** Returns what was refunded of a capture, in full or by parts. */
const refundedPaise = (refunds: PaymentDetails['refunds'], paymentId: string): number =>
  refunds
    .filter((refund) => refund.paymentId === paymentId && refund.state === 'done')
    .reduce((sum, { amount }) => sum + toPaise(amount), 0);

/** Unknown when the order service did not respond. */
export const orderState = (order: PaymentDetails['order']): string =>
  order ? (order.status ?? messages.orderPhases[order.phase] ?? order.phase) : messages.unknown;

/** Returns the captures that no order needs and of which no refund was requested, also of no part, or was rejected. */
export function refundableCaptures({ order, captures, refunds }: PaymentDetails): PaymentDetails['captures'] {
  if (order?.phase === 'placed' && order.status !== 'Cancelled') return [];
  return captures.filter(
    ({ paymentId }) => !refunds.some((refund) => refund.paymentId === paymentId && refund.state !== 'rejected'),
  );
}
