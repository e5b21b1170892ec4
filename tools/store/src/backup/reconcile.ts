import type { ObjectId } from 'mongodb';
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
  lease?: unknown;
}

interface PaymentDocument {
  _id: string;
  razorpayOrderId?: string;
  refunds: { paymentId: string; state: string; nextAt: Date }[];
}

interface ProductDocument {
  stock: number;
  sizeStock?: { size: string; stock: number }[];
  holds: { orderId: string; size: string; quantity: number; state: string; at: Date }[];
}

const OF_ONE_ORDER = new Set(['order.orders', 'payment.payments', 'user.order_summaries']);
const PAID_PHASES = ['paid', 'placed'];

/**
 * Makes databases agree with the orders, which were read first:
 * - Leaves out checkouts that had only been opened, and what belongs to orders that are not in the backup; their units
 *   return to stock.
 * - Resets a payment whose order is not paid: the reconciler verifies it at Razorpay.
 * - Cancels an order whose payment or units were returned. The order service's sweeper repeats the cancellation.
 * @param refunded ids of payments that Razorpay has refunded in full since the backup
 */
export function reconcile(entries: readonly Entry[], refunded: ReadonlySet<string>, now: Date) {
  const changes = {
    'left out': 0,
    'units returned to stock': 0,
    'payments to verify at Razorpay': 0,
    'orders cancelled': 0,
    'refunds to check': 0,
  };
  const documentsOf = <T extends object>(database: string, collection: string): T[] =>
    entries
      .filter((entry) => entry.database === database && entry.collection === collection)
      .map(({ document }) => document as T);
  const orders = new Map(
    documentsOf<OrderDocument>('order', 'orders')
      .filter(({ phase }) => phase !== 'opening')
      .map((order) => [String(order._id), order]),
  );
  const payments = documentsOf<PaymentDocument>('payment', 'payments').filter(({ _id }) => orders.has(_id));
  const products = documentsOf<ProductDocument>('catalog', 'products');
  const ordersWithHold = (state: string): Set<string> =>
    new Set(products.flatMap(({ holds }) => holds.filter((hold) => hold.state === state).map((hold) => hold.orderId)));

  const returned = ordersWithHold('returned');
  const refundedIds = new Set([
    ...refunded,
    ...payments.flatMap(({ refunds }) => refunds.map(({ paymentId }) => paymentId)),
  ]);

  for (const product of products) {
    for (const hold of product.holds) {
      const order = orders.get(hold.orderId);
      const isUnowned = !order || (hold.state === 'sold' && !order.payment);
      if (!isUnowned || (hold.state !== 'held' && hold.state !== 'sold')) continue;
      product.stock += hold.quantity;
      const sizeStock = product.sizeStock?.find(({ size }) => size === hold.size);
      if (sizeStock) sizeStock.stock += hold.quantity;
      Object.assign(hold, { state: 'released', at: now });
      changes['units returned to stock'] += hold.quantity;
    }
  }

  const sold = ordersWithHold('sold');
  for (const [id, order] of orders) {
    if (!order.payment || !PAID_PHASES.includes(order.phase)) continue;
    const isCancelled = order.phase === 'placed' && order.status === 'Cancelled';
    const isUndone = refundedIds.has(order.payment.id) || returned.has(id);
    if (isCancelled ? !sold.has(id) : !isUndone) continue;
    if (!isCancelled) cancel(order, now);
    Object.assign(order, { paymentState: 'refunding', dueAt: now, dueTries: 0 });
    changes['orders cancelled'] += 1;
  }

  for (const payment of payments) {
    const order = orders.get(payment._id);
    if (order && !order.payment && payment.razorpayOrderId) {
      const unpaid = { state: 'created', captures: [], refunds: [], webhookEvents: [], nextCheckAt: now, checks: 0 };
      Object.assign(payment, unpaid);
      changes['payments to verify at Razorpay'] += 1;
      continue;
    }
    for (const refund of payment.refunds) {
      if (refund.paymentId !== order?.payment?.id || refund.state !== 'done' || order.paymentState === 'refunded')
        continue;
      // The order waits for the event. A repeated request has the same idempotency key at Razorpay.
      Object.assign(refund, { state: 'requested', nextAt: now });
      changes['refunds to check'] += 1;
    }
  }

  for (const summary of documentsOf<{ _id: string }>('user', 'order_summaries')) {
    const order = orders.get(summary._id);
    if (order?.status) Object.assign(summary, { status: order.status, revision: order.revision });
  }

  const restored = entries.filter(
    ({ database, collection, document }) =>
      !OF_ONE_ORDER.has(`${database}.${collection}`) || orders.has(String(document['_id'])),
  );
  changes['left out'] = entries.length - restored.length;
  return { entries: restored, changes };
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
