import { orderStatuses, type Order, type OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';

/** Where an order stands: the steps of its way, how many are behind it, and what that means for its buyer. */
export interface Phase {
  steps: readonly string[];
  /** Index of the step that it is at. */
  reached: number;
  words: string;
}

const names: Partial<Record<OrderStatus, string>> = { Pending: 'Placed' };
const way = orderStatuses.filter((status) => status !== 'Cancelled');

const meanings: Record<Exclude<OrderStatus, 'Cancelled'>, string> = {
  Pending: 'We have your order. It goes to the courier within 7 days.',
  Processing: 'We are checking, folding and packing your pieces. They go to the courier within 7 days of your order.',
  Shipped: 'Your pieces are with the courier. We write to you when they are delivered.',
  Delivered: 'Delivered. Is something damaged or not as shown? Tell us within 7 days.',
};

/** A cancelled order's way is the money's way back; nothing goes back where nothing was taken (specification §9). */
function cancelled({ paymentState, totalAmount }: Order): Phase {
  const sum = formatRupees(totalAmount);
  if (paymentState === 'awaiting')
    return { steps: ['Placed', 'Cancelled'], reached: 1, words: 'Cancelled. Nothing was charged.' };
  const steps = ['Placed', 'Cancelled', 'Refunded'];
  if (paymentState === 'refunded')
    return { steps, reached: 2, words: `Cancelled. ${sum} has gone back the way it came.` };
  return { steps, reached: 1, words: `Cancelled. ${sum} goes back the way it came, within 3–5 business days.` };
}

/** The phase of an order, for its own page. */
export function phaseOf(order: Order): Phase {
  if (order.status === 'Cancelled') return cancelled(order);
  const words =
    order.paymentState === 'awaiting' ? 'We are waiting for your payment to be confirmed.' : meanings[order.status];
  return { steps: way.map((status) => names[status] ?? status), reached: way.indexOf(order.status), words };
}
