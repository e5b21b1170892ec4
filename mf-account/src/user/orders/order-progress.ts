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
  const { status, orderedAt, products, paymentState, totalAmount, promise, cash } = order;
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
  if (paymentState === 'awaiting') return { steps, current: 1, description: messages.notChargedText };
  // Staff have rejected the refund.
  if (paymentState === 'captured') return { steps, current: 1, description: messages.notRefundedText };
  const isRefunded = paymentState === 'refunded';
  const amount = formatRupees(cash?.collectedAt ? cash.due : totalAmount);
  return {
    steps: [...steps, messages.refunded],
    current: isRefunded ? 2 : 1,
    description: cash?.collectedAt
      ? messages.cashReturnedText(amount)
      : isRefunded
        ? messages.refundedText(amount)
        : messages.refundingText(amount),
  };
}
