// What was read one database after the other is made one: the orders as they were read are what counts.
import { type Document, ObjectId } from 'mongodb';
import type { Entry } from './archive.js';

interface OrderDocument {
  _id: ObjectId;
  phase: string;
  status?: string;
  revision: number;
  payment?: { id: string };
  paymentState: string;
  history: unknown[];
  orderedAt?: Date;
  dueAt?: Date;
  dueTries: number;
  lease?: unknown;
}

interface PaymentDocument {
  _id: string;
  razorpayOrderId?: string;
  state: string;
  captures: unknown[];
  refunds: { paymentId: string; state: string; nextAt: Date }[];
  webhookEvents: string[];
  nextCheckAt?: Date;
  checks: number;
}

interface ProductDocument {
  stock: number;
  sizeStock?: { size: string; stock: number }[];
  holds: { orderId: string; size: string; quantity: number; state: string; at: Date }[];
}

interface SummaryDocument {
  _id: string;
  status: string;
  revision: number;
}

/** How often each rule was needed. */
export type Changes = Record<
  'left out' | 'pieces put back' | 'payments to ask Razorpay about' | 'cancelled since' | 'refunds to look after',
  number
>;

const paidPhases = ['paid', 'placed'];

/**
 * Makes the databases agree; changes the documents and gives those that are to be restored.
 * - A checkout that had only just begun is left out, and so is what payments, stock and summaries know of orders that
 *   came after the orders were read. Their pieces go back on the shelf; their money, if any came, is Razorpay's to tell.
 * - A payment whose order is not paid yet is as good as new: the reconciler asks Razorpay and tells the order again. What
 *   JetStream still had to deliver is not needed for that.
 * - An order whose money or pieces went back has been cancelled since: it is cancelled, and the order service's sweeper
 *   tells catalog and payments until both have done their part. Each does so once, so that a second telling changes nothing.
 * @param refunded payments that Razorpay has given back in full since
 */
export function agree(
  entries: readonly Entry[],
  refunded: ReadonlySet<string>,
  now: Date,
): { entries: Entry[]; changes: Changes } {
  const changes: Changes = {
    'left out': 0,
    'pieces put back': 0,
    'payments to ask Razorpay about': 0,
    'cancelled since': 0,
    'refunds to look after': 0,
  };
  const of = <T extends object>(database: string, collection: string): T[] =>
    entries
      .filter((entry) => entry.database === database && entry.collection === collection)
      .map(({ document }) => document as T);
  const orders = new Map(
    of<OrderDocument>('order', 'orders')
      .filter(({ phase }) => phase !== 'opening')
      .map((order) => [String(order._id), order]),
  );
  const payments = of<PaymentDocument>('payment', 'payments').filter(({ _id }) => orders.has(_id));
  const products = of<ProductDocument>('catalog', 'products');

  const goneBack = new Set(refunded);
  for (const { refunds } of payments) for (const { paymentId } of refunds) goneBack.add(paymentId);
  const returned = new Set(
    products.flatMap(({ holds }) => holds.filter(({ state }) => state === 'returned').map(({ orderId }) => orderId)),
  );

  for (const product of products) {
    for (const entry of product.holds) {
      const order = orders.get(entry.orderId);
      const without = !order || (entry.state === 'sold' && !order.payment);
      if (!without || (entry.state !== 'held' && entry.state !== 'sold')) continue;
      putBack(product, entry);
      Object.assign(entry, { state: 'released', at: now });
      changes['pieces put back'] += entry.quantity;
    }
  }
  const sold = new Set(
    products.flatMap(({ holds }) => holds.filter(({ state }) => state === 'sold').map(({ orderId }) => orderId)),
  );
  for (const [id, order] of orders) {
    if (!order.payment || !paidPhases.includes(order.phase)) continue;
    const undone = goneBack.has(order.payment.id) || returned.has(id);
    const cancelled = order.phase === 'placed' && order.status === 'Cancelled';
    if (cancelled ? !sold.has(id) : !undone) continue;
    if (!cancelled) cancel(order, now);
    Object.assign(order, { paymentState: 'refunding', dueAt: now, dueTries: 0 });
    changes['cancelled since'] += 1;
  }
  for (const payment of payments) {
    const order = orders.get(payment._id);
    if (order && !order.payment && payment.razorpayOrderId) {
      Object.assign(payment, {
        state: 'created',
        captures: [],
        refunds: [],
        webhookEvents: [],
        nextCheckAt: now,
        checks: 0,
      });
      changes['payments to ask Razorpay about'] += 1;
      continue;
    }
    for (const refund of payment.refunds) {
      if (refund.paymentId !== order?.payment?.id || refund.state !== 'done' || order.paymentState === 'refunded')
        continue;
      // The order waits to hear of it. Razorpay is asked first, and has made it once for ever.
      Object.assign(refund, { state: 'requested', nextAt: now });
      changes['refunds to look after'] += 1;
    }
  }
  for (const summary of of<SummaryDocument>('user', 'order_summaries')) {
    const order = orders.get(summary._id);
    if (order?.status) Object.assign(summary, { status: order.status, revision: order.revision });
  }

  const kept = entries.filter(({ database, collection, document }) => {
    const orderId = (
      { 'order.orders': true, 'payment.payments': true, 'user.order_summaries': true } as Record<string, boolean>
    )[`${database}.${collection}`]
      ? String((document as Document)['_id'])
      : undefined;
    return orderId === undefined || orders.has(orderId);
  });
  changes['left out'] = entries.length - kept.length;
  return { entries: kept, changes };
}

function putBack(product: ProductDocument, { size, quantity }: { size: string; quantity: number }): void {
  product.stock += quantity;
  const shelf = product.sizeStock?.find((one) => one.size === size);
  if (shelf) shelf.stock += quantity;
}

function cancel(order: OrderDocument, now: Date): void {
  const from = order.status ?? 'Pending';
  delete order.lease;
  order.history.push({ at: now, by: 'system', what: 'Cancelled after the backup was taken', from, to: 'Cancelled' });
  Object.assign(order, {
    phase: 'placed',
    status: 'Cancelled',
    orderedAt: order.orderedAt ?? now,
    revision: order.revision + 1,
  });
}
