import { latestDispatchOf } from '@rangavalli/contracts/dispatch';
import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import type { Tone } from '@rangavalli/web-kit/ui/Badge';
import { messages } from './messages.js';

export interface OrderProgress {
  steps: readonly string[];
  current: number;
  description: string;
}

const tones: Record<OrderStatus, Tone> = {
  Pending: 'yellow',
  Processing: 'yellow',
  Shipped: 'blue',
  Delivered: 'green',
  Cancelled: 'red',
};
const descriptions: Record<Exclude<OrderStatus, 'Cancelled'>, (dispatchDay: string) => string> = {
  Pending: messages.pendingText,
  Processing: messages.processingText,
  Shipped: () => messages.shippedText,
  Delivered: () => messages.deliveredText,
};

/** Specification §4. */
export const statusTone = (status: string): Tone => tones[status as OrderStatus] ?? 'gray';

/** "Temple border pattu and 2 more" */
export const summarizeItems = ([first, ...rest]: Order['products']): string =>
  first ? messages.items(first.product.name, rest.length) : '';

/** Of a cancelled order, its refund (specification §9). */
export function progressOf(order: Order): OrderProgress {
  const { status, orderedAt, products, paymentState, promise, cash } = order;
  if (status !== 'Cancelled') {
    const dispatchDay = formatDay(latestDispatchOf(orderedAt, products, promise));
    const steps = orderStatuses.filter((step) => step !== 'Cancelled');
    return {
      steps: steps.map((step) => (step === 'Pending' ? messages.placed : step)),
      current: steps.indexOf(status),
      description:
        paymentState === 'awaiting' && !cash ? messages.paymentPendingText : descriptions[status](dispatchDay),
    };
  }
  const steps = [messages.placed, messages.cancelled];
  // Staff have rejected the refund.
  if (paymentState === 'captured') return { steps, current: 1, description: messages.notRefundedText };
  const description = describeRefund(order);
  return paymentState === 'awaiting'
    ? { steps, current: 1, description }
    : { steps: [...steps, messages.refunded], current: paymentState === 'refunded' ? 2 : 1, description };
}

/** Each part of what was paid returns where it came from; collected cash becomes store credit. */
function describeRefund({
  paymentState,
  totalAmount,
  paidOnline,
  razorpayPaymentId,
  creditAmount,
  cash,
}: Order): string {
  const online = razorpayPaymentId ? (paidOnline ?? totalAmount) : 0;
  const refundText = paymentState === 'refunded' ? messages.refundedText : messages.refundingText;
  const parts = [
    ...(online ? [refundText(formatRupees(online))] : []),
    ...(cash?.collectedAt ? [messages.cashReturnedText(formatRupees(cash.due))] : []),
    ...(creditAmount ? [messages.creditReturnedText(formatRupees(creditAmount))] : []),
  ];
  return [messages.cancelledText, ...(parts.length > 0 ? parts : [messages.notChargedText])].join(' ');
}
