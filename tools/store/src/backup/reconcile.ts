import type { ObjectId } from 'mongodb';
import type { Entry } from './archive.js';

interface OrderDocument {
  _id: ObjectId;
  phase: string;
  status?: string;
  revision: number;
  payment?: { id: string };
  /** Of an order that is paid on delivery. */
  cash?: unknown;
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

/** What the other documents of an order depend on, at the end of the restore. */
interface OrderFacts {
  phase: string;
  status: string | undefined;
  revision: number;
  paymentId: string | undefined;
  /** Paid on delivery: its units are sold without a payment. */
  isCash: boolean;
  paymentState: string;
  /** `cancel` also requests the refund of a payment. */
  change: 'none' | 'refund' | 'cancel';
}

/** Computed from others, at the next start. */
const DERIVED = new Set(['order.sales_days']);
const OF_ONE_ORDER = new Set(['order.orders', 'payment.payments', 'user.order_summaries']);
const PAID_PHASES = ['paid', 'placed'];
/** Orders after the backup have numbers that Razorpay and customers know: they are not allocated again. */
const SKIPPED_ORDER_NUMBERS = 100_000;

/**
 * Makes databases agree with the orders, which were read first:
 * - Leaves out checkouts that had only been opened, and what belongs to orders that are not in the backup; their units
 *   return to stock. Figures of sales are left out, too: they are counted again at the next start.
 * - Resets a payment whose order is not paid, and its unpublished events: the reconciler verifies it at Razorpay.
 * - Continues with order numbers that no order after the backup can have had.
 * - Cancels an order whose payment or units were returned. The order service's sweeper repeats the cancellation.
 *
 * Reads the entries twice, and keeps some facts of each order, not the documents.
 */
export class Reconciliation {
  readonly changes = {
    'left out': 0,
    'units returned to stock': 0,
    'payments to verify at Razorpay': 0,
    'orders cancelled': 0,
    'refunds to check': 0,
  };

  private constructor(
    private readonly orders: ReadonlyMap<string, OrderFacts>,
    private readonly now: Date,
  ) {}

  /** @param refunded ids of payments that Razorpay has refunded in full since the backup */
  static async of(entries: AsyncIterable<Entry>, refunded: ReadonlySet<string>, now: Date): Promise<Reconciliation> {
    const orders = new Map<string, OrderFacts>();
    const refundedIds = new Set(refunded);
    const returned = new Set<string>();
    const sold = new Set<string>();
    for await (const { database, collection, document } of entries) {
      const name = `${database}.${collection}`;
      if (name === 'order.orders') {
        const { _id, phase, status, revision, payment, paymentState, cash } = document as OrderDocument;
        const isCash = cash !== undefined || phase === 'confirmed';
        if (phase === 'opening') continue;
        const facts = {
          phase,
          status,
          revision,
          paymentId: payment?.id,
          isCash,
          paymentState,
          change: 'none' as const,
        };
        orders.set(String(_id), facts);
      } else if (name === 'payment.payments') {
        for (const { paymentId } of (document as PaymentDocument).refunds) refundedIds.add(paymentId);
      } else if (name === 'catalog.products') {
        for (const { orderId, state } of (document as ProductDocument).holds) {
          if (state === 'returned') returned.add(orderId);
          if (state === 'sold') sold.add(orderId);
        }
      }
    }
    for (const [id, order] of orders) {
      const { paymentId, isCash } = order;
      if ((paymentId === undefined && !isCash) || !PAID_PHASES.includes(order.phase)) continue;
      const isCancelled = order.phase === 'placed' && order.status === 'Cancelled';
      const isUndone = (paymentId !== undefined && refundedIds.has(paymentId)) || returned.has(id);
      if (isCancelled ? sold.has(id) : isUndone)
        Object.assign(order, {
          change: isCancelled ? 'refund' : 'cancel',
          ...(isCash ? {} : { paymentState: 'refunding' }),
          status: 'Cancelled',
          revision: order.revision + (isCancelled ? 0 : 1),
        });
    }
    return new Reconciliation(orders, now);
  }

  /** Changes the document of an entry in place. Returns whether it is restored. */
  apply({ database, collection, document }: Entry): boolean {
    const name = `${database}.${collection}`;
    const order = this.orders.get(String(document['_id']));
    if (DERIVED.has(name) || (OF_ONE_ORDER.has(name) && !order)) {
      this.changes['left out'] += 1;
      return false;
    }
    if (name === 'order.order_numbers') document['last'] = Number(document['last']) + SKIPPED_ORDER_NUMBERS;
    if (name === 'catalog.products') this.returnUnits(document as ProductDocument);
    if (order && name === 'order.orders') this.undo(document as OrderDocument, order);
    if (order && name === 'payment.payments') this.checkPayment(document as PaymentDocument, order);
    if (order?.status && name === 'user.order_summaries')
      Object.assign(document, { status: order.status, revision: order.revision });
    return true;
  }

  private returnUnits(product: ProductDocument): void {
    for (const hold of product.holds) {
      const order = this.orders.get(hold.orderId);
      const isUnowned = !order || (hold.state === 'sold' && order.paymentId === undefined && !order.isCash);
      if (!isUnowned || (hold.state !== 'held' && hold.state !== 'sold')) continue;
      product.stock += hold.quantity;
      const sizeStock = product.sizeStock?.find(({ size }) => size === hold.size);
      if (sizeStock) sizeStock.stock += hold.quantity;
      Object.assign(hold, { state: 'released', at: this.now });
      this.changes['units returned to stock'] += hold.quantity;
    }
  }

  private undo(order: OrderDocument, { change, isCash }: OrderFacts): void {
    const { now } = this;
    if (change === 'none') return;
    if (change === 'cancel') cancel(order, now);
    Object.assign(order, { ...(isCash ? {} : { paymentState: 'refunding' }), dueAt: now, dueTries: 0 });
    this.changes['orders cancelled'] += 1;
  }

  private checkPayment(payment: PaymentDocument, order: OrderFacts): void {
    const { now } = this;
    if (order.paymentId === undefined && payment.razorpayOrderId) {
      const unpaid = { state: 'created', captures: [], refunds: [], webhookEvents: [], outbox: [] };
      Object.assign(payment, unpaid, { nextCheckAt: now, checks: 0 });
      this.changes['payments to verify at Razorpay'] += 1;
      return;
    }
    for (const refund of payment.refunds) {
      if (refund.paymentId !== order.paymentId || refund.state !== 'done' || order.paymentState === 'refunded')
        continue;
      // The order waits for the event. A repeated request has the same idempotency key at Razorpay.
      Object.assign(refund, { state: 'requested', nextAt: now });
      this.changes['refunds to check'] += 1;
    }
  }
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
