import type { Order, Payment, Refund } from './entities.js';
import { badRequest, RazorpayError, unknownId } from './errors.js';
import type { EventWriter } from './events.js';
import { newId, unixSeconds } from './ids.js';
import { charges, newBankPayment } from './payments.js';
import type { NewCapture, NewOrder, NewPayment, NewRefund, WebhookMode } from './requests.js';
import type { Change, Store } from './store.js';

/**
 * Razorpay's rules about orders, payments and refunds. Each method reads, decides and commits without
 * awaiting in between: two requests at once can't both pay one order or refund the same rupees.
 */
export class Ledger {
  constructor(
    private readonly store: Store,
    private readonly events: EventWriter,
    private readonly settings: {
      refundProcessMs: number;
      /** Called with each commit's changes once they are kept. */
      committed: (changes: Change[]) => void;
      /** How webhooks go out where a request does not say. */
      webhookMode: () => WebhookMode;
    },
  ) {}

  async createOrder(input: NewOrder): Promise<Order> {
    if (input.unique_receipt && input.receipt !== null && this.store.receipts.has(input.receipt)) {
      throw badRequest('Order with this receipt already exists.', 'receipt');
    }
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount: input.amount,
      amount_paid: 0,
      amount_due: input.amount,
      currency: input.currency,
      receipt: input.receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      ...(input.partial_payment === undefined ? {} : { partial_payment: input.partial_payment }),
      notes: input.notes,
      created_at: unixSeconds(),
    };
    this.#commit([['orders', order]]);
    return order;
  }

  order(id: string): Order {
    const order = this.store.orders.get(id);
    if (!order) throw unknownId();
    return order;
  }

  payment(id: string): Payment {
    const payment = this.store.payments.get(id);
    if (!payment) throw unknownId();
    return payment;
  }

  refundById(id: string): Refund {
    const refund = this.store.refunds.get(id);
    if (!refund) throw unknownId();
    return refund;
  }

  /**
   * A customer's attempt to pay in checkout.
   * @returns the payment: captured, authorised or failed, as `outcome` asks
   * @throws {RazorpayError} 400 for an unknown order, one that is paid, or an amount that it does not take
   */
  async pay(input: NewPayment): Promise<Payment> {
    const before = this.order(input.order_id);
    if (before.status === 'paid') throw alreadyPaid(before);
    const amount = input.amount ?? before.amount_due;
    if (amount > before.amount_due || (amount !== before.amount_due && !before.partial_payment)) {
      throw badRequest('Your payment amount is different from your order amount.', 'amount');
    }
    const mode = input.webhook ?? this.settings.webhookMode();
    const fromBank = newBankPayment(before, input, amount);
    const attempted: Order = { ...before, status: 'attempted', attempts: before.attempts + 1 };
    if (fromBank.status === 'failed') {
      const events = this.events.write('payment.failed', { payment: fromBank }, mode);
      this.#commit([['orders', attempted], ['payments', fromBank], ...events]);
      return fromBank;
    }
    const authorized = this.events.write('payment.authorized', { payment: fromBank }, mode);
    if (input.outcome === 'captured') {
      const captured = this.#captured(attempted, fromBank, mode);
      this.#commit([...authorized, ...captured.changes]);
      return captured.payment;
    }
    this.#commit([['orders', attempted], ['payments', fromBank], ...authorized]);
    return fromBank;
  }

  /**
   * Takes the money of an authorised payment: all of it, once, and not for an order that another
   * payment has paid.
   */
  async capture(id: string, input: NewCapture): Promise<Payment> {
    const payment = this.payment(id);
    if (payment.captured) throw badRequest('This payment has already been captured');
    if (payment.status !== 'authorized') {
      throw badRequest('Only payments which have been authorized and not yet captured can be captured');
    }
    if (input.amount !== payment.amount) {
      throw badRequest('Capture amount must be equal to the amount authorized', 'amount');
    }
    const order = this.order(payment.order_id);
    if (payment.amount > order.amount_due) throw alreadyPaid(order);
    const captured = this.#captured(order, payment, this.settings.webhookMode());
    this.#commit(captured.changes);
    return captured.payment;
  }

  /**
   * Gives back all or part of a captured payment. The same idempotency key gives the same refund.
   * @throws {RazorpayError} 400 for more than is left, or a key that came with another request before
   */
  async refund(paymentId: string, input: NewRefund, key?: string): Promise<Refund> {
    const request = JSON.stringify([paymentId, input]);
    const earlier = key === undefined ? undefined : this.store.refundKeys.get(key);
    if (earlier) {
      if (earlier.request === request) return this.refundById(earlier.refund_id);
      throw badRequest('Different request body sent for the same idempotency key.');
    }
    const payment = this.payment(paymentId);
    const amount = refundableAmount(payment, input.amount);
    const refunded = payment.amount_refunded + amount;
    const whole = refunded === payment.amount;
    const after: Payment = {
      ...payment,
      amount_refunded: refunded,
      refund_status: whole ? 'full' : 'partial',
      status: whole ? 'refunded' : 'captured',
    };
    const refund: Refund = {
      id: newId('rfnd'),
      entity: 'refund',
      amount,
      currency: 'INR',
      payment_id: paymentId,
      notes: input.notes,
      receipt: input.receipt,
      acquirer_data: { arn: null },
      created_at: unixSeconds(),
      batch_id: null,
      status: 'pending',
      speed_processed: input.speed === 'optimum' ? 'instant' : 'normal',
      speed_requested: input.speed,
    };
    this.#commit([
      ['payments', after],
      ['refunds', refund],
      ...(key === undefined ? [] : [['refundKeys', { id: key, request, refund_id: refund.id }] as const]),
      ...this.events.write('refund.created', { refund, payment: after }, this.settings.webhookMode()),
    ]);
    return refund;
  }

  /** Refunds whose money has not reached the customer yet, and when it does: Unix milliseconds. */
  pendingRefunds(): { id: string; dueAt: number }[] {
    return [...this.store.refunds.values()]
      .filter((refund) => refund.status === 'pending')
      .map(({ id, created_at }) => ({ id, dueAt: created_at * 1000 + this.settings.refundProcessMs }));
  }

  /** The bank has given the money back. Nothing happens the second time. */
  async processRefund(id: string): Promise<void> {
    const refund = this.refundById(id);
    if (refund.status !== 'pending') return;
    const arn = String(Math.floor(Math.random() * 1e12)).padStart(23, '7');
    const processed: Refund = { ...refund, status: 'processed', acquirer_data: { arn } };
    const payment = this.payment(refund.payment_id);
    this.#commit([
      ['refunds', processed],
      ...this.events.write('refund.processed', { refund: processed, payment }, this.settings.webhookMode()),
    ]);
  }

  #captured(order: Order, payment: Payment, mode: WebhookMode): { payment: Payment; changes: Change[] } {
    const captured: Payment = { ...payment, status: 'captured', captured: true, ...charges(payment.amount) };
    const paid = order.amount_paid + payment.amount;
    const after: Order = {
      ...order,
      amount_paid: paid,
      amount_due: order.amount - paid,
      status: paid === order.amount ? 'paid' : 'attempted',
    };
    return {
      payment: captured,
      changes: [
        ['orders', after],
        ['payments', captured],
        ...this.events.write('payment.captured', { payment: captured }, mode),
        ...(after.status === 'paid' ? this.events.write('order.paid', { payment: captured, order: after }, mode) : []),
      ],
    };
  }

  #commit(changes: Change[]): void {
    this.store.commit(changes);
    this.settings.committed(changes);
  }
}

function alreadyPaid(order: Order): RazorpayError {
  return new RazorpayError('BAD_REQUEST_ERROR', 'Payment already done for this order.', {
    reason: 'order_already_paid',
    metadata: { order_id: order.id },
  });
}

function refundableAmount(payment: Payment, asked: number | undefined): number {
  const left = payment.amount - payment.amount_refunded;
  if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already');
  if (payment.status !== 'captured') throw badRequest('The payment status should be captured for action to be taken');
  if (asked !== undefined && asked > left) {
    throw badRequest('The total refund amount is greater than the refund payment amount', 'amount');
  }
  return asked ?? left;
}
