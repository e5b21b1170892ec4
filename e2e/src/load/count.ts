import type { Order } from '@rangavalli/contracts/entities/order';
import { mustCall } from '../support/api.js';
import { lookAt, theAdmin } from '../support/people.js';
import { type Payment, razorpayState, type Refund } from '../support/razorpay.js';
import { eventually } from '../support/store.js';
import type { Book } from './book.js';

/** What may not be there once everything has settled. The names are the table's columns. */
export interface Count {
  /** Placed orders, cancelled ones too. The only number that may be more than nothing. */
  accepted: number;
  /** Verify or cancel said that it is done, and there is no such order. */
  lost: number;
  /** Orders or kept captures beyond the first of one checkout. */
  doubled: number;
  /** Pieces sold beyond what there was, and less than nothing on the shelf. */
  oversold: number;
  /** Captured, kept, and no order that stands. */
  'charged without order': number;
  /** Orders that stand, and no money was kept for them. */
  'order without money': number;
  /** Refunds beyond the first of one payment, or of more than it brought. */
  'refunded twice': number;
  /** Pieces that are neither on the shelf nor sold, or both. */
  'stock difference': number;
  /** Refunds on their way, orders whose refund is awaited, webhooks that are still to come, events that no handler could take. */
  unresolved: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const beyondFirst = (ids: readonly string[]): number => ids.length - new Set(ids).size;

/**
 * Holds what the shop says (its orders, its shelves) against what the buyers were told and against what money really
 * moved. Only what may not be held any more adds up: the load's holds must be over.
 */
export async function count(book: Book): Promise<Count> {
  const admin = await theAdmin();
  const buyers = new Set(book.buyers.map(({ id }) => id));
  const orders = (await mustCall('GET /orders/admin/all', {}, admin.token)).filter(({ user }) => buyers.has(user._id));
  const state = await razorpayState();
  const payments = state.payments.filter(({ order_id }) => book.begun.has(order_id));
  const refunds = state.refunds.filter(({ payment_id }) => payments.some(({ id }) => id === payment_id));
  const kept = payments.filter(({ status }) => status === 'captured');
  const standing = orders.filter(({ status }) => status !== 'Cancelled');
  const events = new Set(
    state.events.filter(({ payment_id }) => payments.some(({ id }) => id === payment_id)).map(({ id }) => id),
  );
  const webhooks = state.deliveries.filter(({ status, event_id }) => status === 'waiting' && events.has(event_id));
  const keptIds = new Set(kept.map(({ id }) => id));
  const paidFor = new Set(standing.map(({ razorpayPaymentId }) => razorpayPaymentId));
  const { deadLetters } = await mustCall('GET /operations/dead-letters', {}, admin.token);
  const ids = new Set(orders.map(({ _id }) => _id));
  const gone = new Set(orders.filter(({ status }) => status === 'Cancelled').map(({ _id }) => _id));
  return {
    accepted: orders.length,
    lost:
      [...book.confirmed].filter((id) => !ids.has(id)).length +
      [...book.cancelled].filter((id) => !gone.has(id)).length,
    doubled:
      beyondFirst(orders.map(({ razorpayOrderId = '' }) => razorpayOrderId)) +
      beyondFirst(kept.map(({ order_id }) => order_id)),
    ...(await shelves(book, standing)),
    'charged without order': kept.filter(({ id }) => !paidFor.has(id)).length,
    'order without money': standing.filter(({ razorpayPaymentId = '' }) => !keptIds.has(razorpayPaymentId)).length,
    'refunded twice': twice(payments, refunds),
    unresolved:
      orders.filter(({ paymentState }) => paymentState === 'refunding').length +
      refunds.filter(({ status }) => status !== 'processed').length +
      webhooks.length +
      deadLetters.length,
  };
}

function twice(payments: readonly Payment[], refunds: readonly Refund[]): number {
  const tooMuch = payments.filter(
    ({ id, amount }) =>
      sum(refunds.filter(({ payment_id }) => payment_id === id).map((refund) => refund.amount)) > amount,
  );
  return beyondFirst(refunds.map(({ payment_id }) => payment_id)) + tooMuch.length;
}

/** Each product and size: what was there is on the shelf or sold. */
async function shelves(book: Book, standing: readonly Order[]): Promise<Pick<Count, 'oversold' | 'stock difference'>> {
  let oversold = 0;
  let difference = 0;
  for (const before of book.products) {
    const now = await lookAt(before);
    const lines = standing.flatMap(({ products }) => products).filter(({ product }) => product._id === before._id);
    for (const { size, stock } of before.sizeStock ?? [{ size: '', stock: before.stock }]) {
      const left = before.sizeStock ? (now.sizeStock?.find((one) => one.size === size)?.stock ?? 0) : now.stock;
      const sold = sum(lines.filter((line) => line.size === size).map(({ quantity }) => quantity));
      oversold += Math.max(0, sold - stock);
      difference += Math.abs(stock - left - sold);
    }
    if (now.sizeStock && now.stock !== sum(now.sizeStock.map(({ stock }) => stock))) difference += 1;
  }
  return { oversold, 'stock difference': difference };
}

/** The columns that must be zero. */
export const wrong = ({ accepted: _accepted, ...rest }: Count): Partial<Count> =>
  Object.fromEntries(Object.entries(rest).filter(([, number]) => number !== 0));

const addsUp = (counted: Count): boolean => Object.keys(wrong(counted)).length === 0;

/** Waits until everything adds up, at most so long, and gives the last count. */
export async function settle(
  book: Book,
  withinMs = 60_000,
  isSettled: (counted: Count) => boolean = addsUp,
): Promise<Count> {
  let last: Count | undefined;
  await eventually(async () => {
    last = await count(book);
    if (!isSettled(last)) throw new Error('not settled yet');
  }, withinMs).catch(() => undefined);
  return last ?? count(book);
}
