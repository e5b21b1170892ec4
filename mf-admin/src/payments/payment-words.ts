import type { PaymentProblem, PaymentDetails, WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import type { Tone } from '@rangavalli/web-kit/ui/Badge';

/** Why people should look, in plain words. */
export const problemWords: Record<PaymentProblem, string> = {
  captured_without_order: 'Paid, no order',
  amount_mismatch: 'Wrong amount',
  refund_pending: 'Refund pending',
  refund_failed: 'Refund failed',
};

export const problems = Object.keys(problemWords) as PaymentProblem[];

export const problemTones: Record<PaymentProblem, Tone> = {
  captured_without_order: 'red',
  amount_mismatch: 'red',
  refund_pending: 'yellow',
  refund_failed: 'red',
};

/** What became of a delivery, in plain words. */
export const outcomeWords: Record<WebhookDelivery['outcome'], string> = {
  handled: 'Handled',
  repeated: 'Came again',
  ignored: 'Not about us',
  unreadable: 'Not readable',
  failed: 'Failed',
  forged: 'Forged',
};

export const outcomes = Object.keys(outcomeWords) as WebhookDelivery['outcome'][];

export const outcomeTones: Record<WebhookDelivery['outcome'], Tone> = {
  handled: 'green',
  repeated: 'gray',
  ignored: 'gray',
  unreadable: 'yellow',
  failed: 'red',
  forged: 'red',
};

/** Where the money stands, for those of which nothing is wrong. */
export function stateOf({ captures, refunds, failures }: PaymentDetails): { word: string; tone: Tone } {
  if (
    captures.length > 0 &&
    captures.every(({ paymentId }) =>
      refunds.some((refund) => refund.paymentId === paymentId && refund.state === 'done'),
    )
  )
    return { word: 'Given back', tone: 'gray' };
  if (captures.length > 0) return { word: 'Received', tone: 'green' };
  return failures.length > 0 ? { word: 'Failed', tone: 'yellow' } : { word: 'Not paid', tone: 'gray' };
}

const phases: Record<string, string> = {
  opening: 'Checkout being opened',
  checkout: 'Checkout open',
  paid: 'Paid, being completed',
  placed: 'Placed',
  refunding: 'Given up, money going back',
  refunded: 'Given up, money given back',
  expired: 'Checkout ended unpaid',
  failed: 'Checkout could not be opened',
};

/** Where the order stands. Left out of the story: it is not there, or could not be asked about. */
export const orderWords = (order: PaymentDetails['order']): string =>
  order ? (order.status ?? phases[order.phase] ?? order.phase) : 'Not known';

/** What was captured or, before anything was, what is asked for. */
export const amountOf = ({ captures, amount }: PaymentDetails): string => formatRupees(captures.at(-1)?.amount ?? amount);

/** The order that money stands behind. */
export const hasOrder = (order: PaymentDetails['order']): boolean =>
  order?.phase === 'placed' && order.status !== 'Cancelled';
