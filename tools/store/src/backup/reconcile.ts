import type { ObjectId } from 'mongodb';
import type { Entry } from './archive.js';
import { type CreditEntry, CreditReturns } from './credit-returns.js';
import type { RazorpayRefund } from './razorpay-client.js';
import { type ArchivedEntry, ArchivedStock, type ProductDocument, type StockEntry } from './stock-entries.js';

interface OrderDocument {
  _id: ObjectId;
  phase: string;
  status?: string;
  revision: number;
  payment?: { id: string };
  razorpayOrderId?: string;
  paymentState: string;
  returns?: { state: string }[];
  cash?: { state: string };
  history: unknown[];
  orderedAt?: Date;
  lease?: unknown;
}

interface PaymentDocument {
  _id: string;
  razorpayOrderId?: string;
  refunds: { paymentId: string; state: string; nextAt: Date }[];
}

/** All refunds of each payment that was refunded in full, by the payment's id. */
type Refunds = ReadonlyMap<string, readonly Pick<RazorpayRefund, 'receipt' | 'status'>[]>;

/** What the other documents of an order depend on, at the end of the restore. */
interface OrderFacts {
  phase: string;
  status: string | undefined;
  revision: number;
  paymentId: string | undefined;
  razorpayOrderId: string | undefined;
  paymentState: string;
  /** Once items were cancelled, or refunded as returns, stock and money of the others follow item by item, too. */
  isSettledByItem: boolean;
  /** Then it can't be cancelled. */
  hasReturns: boolean;
  /** By entries of the order's own hold. Returned and cancelled items have holds of their own. */
  hasReturnedUnits?: true;
  hasSoldUnits?: true;
  /** `cancel` also requests the refund of a payment. */
  change: 'none' | 'refund' | 'cancel';
}

/** Computed from others, at the next start. */
const DERIVED = new Set(['order.sales_days']);
/** With the field that has the order's id. */
const OF_ONE_ORDER = new Map([
  ['order.orders', '_id'],
  ['payment.payments', '_id'],
  ['payment.return_refunds', 'orderId'],
  ['fulfilment.dispatch_orders', '_id'],
  ['fulfilment.order_shipments', '_id'],
  ['fulfilment.return_parcels', 'orderId'],
  ['notification.delay_watches', '_id'],
  ['user.order_summaries', '_id'],
]);
/** Paid online, on delivery or with store credit: the order's units are sold. */
const SOLD_PHASES = ['paid', 'confirmed', 'placed'];
/** Of the receipt of a refund at Razorpay, as the payment service makes it for returns and cancelled items. */
const RETURN_RECEIPT = 'return-';
/** Orders after the backup have numbers that Razorpay and customers know: they are not allocated again. */
const SKIPPED_ORDER_NUMBERS = 100_000;

/**
 * Makes databases agree with the orders, which were read first:
 * - Leaves out checkouts that had only been opened, those that were placed with store credit after they had been read,
 *   and what belongs to orders that are not in the backup; their units return to stock, and their store credit to the
 *   customers. Their tax documents stay, as the numbers have no gaps. Figures of sales are left out, too: they are
 *   counted again at the next start.
 * - Resets a payment whose order is not paid, and its unpublished events: the reconciler verifies it at Razorpay.
 * - Continues with order numbers that no order after the backup can have had.
 * - Cancels an order whose payment or units were returned, with its cash and its row of the dispatch. The order
 *   service's sweeper repeats the cancellation.
 *
 * Reads the entries twice, and keeps some facts of each order and product, not the documents.
 */
export class Reconciliation {
  readonly changes = {
    'left out': 0,
    'units returned to stock': 0,
    'returns of store credit': 0,
    'tax documents without their order': 0,
    'payments to verify at Razorpay': 0,
    'orders cancelled': 0,
    'refunds to check': 0,
  };

  private readonly orders = new Map<string, OrderFacts>();
  private readonly archive = new ArchivedStock((entry) => this.isUnowned(entry));
  private readonly credit = new CreditReturns();

  private constructor(private readonly now: Date) {}

  /** @param refunded of payments that Razorpay has refunded in full since the backup */
  static async of(entries: AsyncIterable<Entry>, refunded: Refunds, now: Date): Promise<Reconciliation> {
    const reconciliation = new Reconciliation(now);
    const refundedIds = new Set(refunded.keys());
    for await (const entry of entries) reconciliation.read(entry, refundedIds);
    for (const order of reconciliation.orders.values()) {
      if (wasRefundedByItem(refunded.get(order.paymentId ?? ''))) order.isSettledByItem = true;
      decideChange(order, refundedIds);
    }
    return reconciliation;
  }

  /** Yields the entries that are restored, with changed documents. */
  async *reconcile(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    for await (const entry of entries) if (this.apply(entry)) yield entry;
    for (const document of this.credit.entries((orderId) => !this.orders.has(orderId), this.now)) {
      this.changes['returns of store credit'] += 1;
      yield { database: 'payment', collection: 'credit_entries', document };
    }
  }

  private read({ database, collection, document, readAt }: Entry, refundedIds: Set<string>): void {
    switch (`${database}.${collection}`) {
      case 'order.orders':
        return this.readOrder(document as OrderDocument);
      case 'payment.payments':
        for (const { paymentId, state } of (document as PaymentDocument).refunds)
          if (state !== 'rejected') refundedIds.add(paymentId);
        return;
      case 'payment.credit_entries': {
        const { orderId, reason } = document as CreditEntry;
        if (orderId !== undefined && reason === 'order_paid') this.leaveOutPaidLater(orderId);
        return this.credit.add(document as CreditEntry, orderId !== undefined && !this.orders.has(orderId));
      }
      case 'catalog.products':
        this.archive.addProduct(document as ProductDocument, readAt);
        for (const { holdId, orderId, state } of (document as ProductDocument).holds)
          this.readStock(holdId, orderId, state);
        return;
      case 'catalog.stock_entries': {
        const { holdId, orderId } = document as ArchivedEntry;
        return this.readStock(holdId, orderId, this.archive.addArchived(document as ArchivedEntry));
      }
    }
  }

  private readOrder(order: OrderDocument): void {
    const { _id, phase, status, revision, payment, razorpayOrderId, paymentState, returns = [] } = order;
    if (phase === 'opening') return;
    this.orders.set(String(_id), {
      phase,
      status,
      revision,
      paymentId: payment?.id,
      razorpayOrderId,
      paymentState,
      isSettledByItem: returns.some(({ state }) => state === 'cancelled'),
      hasReturns: returns.some(({ state }) => state === 'completed'),
      change: 'none',
    });
  }

  /** A checkout whose store credit is spent would not return it when it ends, and could be placed once more with it. */
  private leaveOutPaidLater(orderId: string): void {
    const order = this.orders.get(orderId);
    if (order && !SOLD_PHASES.includes(order.phase) && !order.paymentId && !order.razorpayOrderId)
      this.orders.delete(orderId);
  }

  private readStock(holdId: string, orderId: string, state: string): void {
    const order = this.orders.get(orderId);
    if (!order || !holdId.startsWith(`${orderId}:`)) return;
    if (state === 'returned') order.hasReturnedUnits = true;
    if (state === 'sold') order.hasSoldUnits = true;
  }

  /** Changes the document of an entry in place. Returns whether it is restored. */
  private apply({ database, collection, document }: Entry): boolean {
    const name = `${database}.${collection}`;
    const order = this.orders.get(String(document[OF_ONE_ORDER.get(name) ?? '_id']));
    if (DERIVED.has(name) || (OF_ONE_ORDER.has(name) && !order)) return this.leaveOut();
    if (name === 'fulfilment.dispatch_orders' && order?.change === 'cancel') return this.leaveOut();
    if (name === 'order.order_numbers') document['last'] = Number(document['last']) + SKIPPED_ORDER_NUMBERS;
    if (name === 'order.tax_documents' && !this.orders.has(String(document['orderId'])))
      this.changes['tax documents without their order'] += 1;
    if (name === 'catalog.products') this.returnUnits(document as ProductDocument);
    if (name === 'catalog.stock_entries' && !this.archive.apply(document as ArchivedEntry, this.now))
      return this.leaveOut();
    if (order && name === 'order.orders') this.undo(document as OrderDocument, order);
    if (order && name === 'payment.payments') this.checkPayment(document as PaymentDocument, order);
    if (order?.status && name === 'user.order_summaries')
      Object.assign(document, { status: order.status, revision: order.revision });
    return true;
  }

  private leaveOut(): false {
    this.changes['left out'] += 1;
    return false;
  }

  private isUnowned({ orderId, state }: StockEntry): boolean {
    const order = this.orders.get(orderId);
    if (!order) return true;
    return state === 'sold' && order.paymentId === undefined && !SOLD_PHASES.includes(order.phase);
  }

  private returnUnits(product: ProductDocument): void {
    for (const hold of product.holds) {
      if (!this.isUnowned(hold) || (hold.state !== 'held' && hold.state !== 'sold')) continue;
      this.addUnits(product, hold);
      Object.assign(hold, { state: 'released', at: this.now });
    }
    for (const units of this.archive.unownedUnitsOf(String(product._id))) this.addUnits(product, units);
  }

  private addUnits(product: ProductDocument, { size, quantity }: Pick<StockEntry, 'size' | 'quantity'>): void {
    product.stock += quantity;
    const sizeStock = product.sizeStock?.find((one) => one.size === size);
    if (sizeStock) sizeStock.stock += quantity;
    this.changes['units returned to stock'] += quantity;
  }

  private undo(order: OrderDocument, { change, paymentState, isSettledByItem }: OrderFacts): void {
    const { now } = this;
    if (change === 'none') return;
    if (change === 'cancel') cancel(order, now);
    Object.assign(order, { paymentState });
    if (!isSettledByItem) Object.assign(order, { dueAt: now, dueTries: 0 });
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

const wasRefundedByItem = (refunds: ReturnType<Refunds['get']>): boolean =>
  refunds?.some(({ receipt, status }) => status !== 'failed' && receipt?.startsWith(RETURN_RECEIPT)) ?? false;

function decideChange(order: OrderFacts, refundedIds: ReadonlySet<string>): void {
  const { phase, status, paymentId, isSettledByItem, hasReturns } = order;
  if (!SOLD_PHASES.includes(phase)) return;
  const isRefunded = paymentId !== undefined && refundedIds.has(paymentId);
  const isCancelled = status === 'Cancelled';
  if (isCancelled && (isSettledByItem || !order.hasSoldUnits)) return;
  if (!isCancelled && (hasReturns || !(isRefunded || order.hasReturnedUnits))) return;
  Object.assign(order, {
    change: isCancelled ? 'refund' : 'cancel',
    paymentState: stateOfRefund(order),
    status: 'Cancelled',
    revision: order.revision + (isCancelled ? 0 : 1),
  });
}

/** Without a payment nothing is refunded; store credit returns at once. */
function stateOfRefund({ paymentId, paymentState, isSettledByItem }: OrderFacts): string {
  if (paymentId === undefined) return paymentState === 'captured' ? 'refunded' : paymentState;
  return isSettledByItem ? 'refunded' : 'refunding';
}

function cancel(order: OrderDocument, now: Date): void {
  const from = order.status ?? 'Pending';
  delete order.lease;
  if (order.cash?.state === 'due') order.cash.state = 'void';
  order.history.push({ at: now, by: 'system', what: 'Cancelled after the backup was taken', from, to: 'Cancelled' });
  Object.assign(order, {
    phase: 'placed',
    status: 'Cancelled',
    orderedAt: order.orderedAt ?? now,
    revision: order.revision + 1,
  });
}
