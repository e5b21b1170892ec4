import { auditShop, findFaults, type ShopFaults, toAuditedOrder } from '@rangavalli/service-kit/testing/shop-auditor';
import { mustCall } from '../support/api.js';
import { lookAt, theAdmin } from '../support/people.js';
import { razorpayState } from '../support/razorpay.js';
import { eventually } from '../support/store.js';
import type { Book } from './book.js';

/** The audit of a settled load. The names are the table's columns; everything but `accepted` must be 0. */
export interface Count extends ShopFaults {
  /** Placed orders, cancelled ones included. */
  accepted: number;
  /** Unprocessed refunds, undelivered webhooks and dead letters. */
  unresolved: number;
}

/** Audits the shop's orders and stock and Razorpay's ledger against what the buyers were confirmed. */
export async function count(book: Book): Promise<Count> {
  const admin = await theAdmin();
  const buyers = new Set(book.buyers.map(({ id }) => id));
  const orders = (await mustCall('GET /orders/admin/all', {}, admin.token)).filter(({ user }) => buyers.has(user._id));
  const state = await razorpayState();
  const payments = state.payments.filter(({ order_id }) => book.begun.has(order_id));
  const paymentIds = new Set(payments.map(({ id }) => id));
  const refunds = state.refunds.filter(({ payment_id }) => paymentIds.has(payment_id));
  const events = new Set(state.events.filter(({ payment_id }) => paymentIds.has(payment_id)).map(({ id }) => id));
  const webhooks = state.deliveries.filter(({ status, event_id }) => status === 'waiting' && events.has(event_id));
  const { deadLetters } = await mustCall('GET /operations/dead-letters', {}, admin.token);
  const products = await Promise.all(
    book.products.map(async (before) => ({ id: before._id, before, after: await lookAt(before) })),
  );
  return {
    accepted: orders.length,
    ...auditShop({
      orders: orders.map(toAuditedOrder),
      payments,
      refunds,
      products,
      confirmed: book.confirmed,
      cancelled: book.cancelled,
    }),
    unresolved:
      orders.filter(({ paymentState }) => paymentState === 'refunding').length +
      refunds.filter(({ status }) => status !== 'processed').length +
      webhooks.length +
      deadLetters.length,
  };
}

/** Returns the columns that are not 0 and should be. */
export const wrong = ({ accepted: _accepted, ...rest }: Count): Partial<Count> => findFaults(rest);

const isSettled = (counted: Count): boolean => Object.keys(wrong(counted)).length === 0;

/** Repeats the audit until it is settled or the time is over, and returns the last one. */
export async function settle(
  book: Book,
  withinMs = 60_000,
  isDone: (counted: Count) => boolean = isSettled,
): Promise<Count> {
  let last: Count | undefined;
  await eventually(async () => {
    last = await count(book);
    if (!isDone(last)) throw new Error('not settled yet');
  }, withinMs).catch(() => undefined);
  return last ?? count(book);
}
