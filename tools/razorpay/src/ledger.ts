import { newId, type Order, type Payment, type Refund, unixSeconds } from './entities.js';
import { badRequest, RazorpayError, unknownId } from './errors.js';
import type { EventWriter } from './events.js';
import type { PaymentLinks } from './payment-links.js';
import { charges, newBankPayment } from './payments.js';
import type { NewCapture, NewOrder, NewPayment, NewRefund, RefundOutcome, WebhookMode } from './requests.js';
import type { Change, Store } from './store.js';

/**
 * Razorpay's rules for orders, payments and refunds. Each method reads, decides and commits without awaiting in
 * between, so that two requests can't both pay one order or refund the same amount.
 */
export class Ledger {
  readonly #refundTimers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(
    private readonly store: Store,
    private readonly events: EventWriter,
    private readonly links: PaymentLinks,
    private readonly settings: {
      refundProcessMs: number;
      commit: (changes: Change[]) => void;
      defaultWebhookMode: () => WebhookMode;
      refundOutcome: () => RefundOutcome;
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
      ...(input.first_payment_min_amount === undefined
        ? {}
        : { first_payment_min_amount: input.first_payment_min_amount }),
      ...(input.offers === undefined ? {} : { offers: input.offers }),
      notes: input.notes,
      created_at: unixSeconds(),
    };
    this.#commit([['orders', order]]);
    return order;
  }

  order(id: string): Order {
    return known(this.store.orders.get(id));
  }

  payment(id: string): Payment {
    return known(this.store.payments.get(id));
  }

  refundById(id: string): Refund {
    return known(this.store.refunds.get(id));
  }

  /**
   * Attempts a payment in checkout with the requested `outcome`.
   * @param isLate whether the attempt began while the payment link of the order was open
   * @throws {RazorpayError} 400 for an unknown or paid order, a closed payment link, an amount or an offer that the
   *   order does not accept
   */
  async pay(input: NewPayment, isLate = false): Promise<Payment> {
    const order = this.order(input.order_id);
    if (order.status === 'paid') throw alreadyPaid(order);
    if (!isLate) this.links.requirePayable(order.id);
    const amount = input.amount ?? order.amount_due;
    requireAcceptedAmount(order, amount);
    if (input.offer_id !== undefined && !order.offers?.includes(input.offer_id))
      throw badRequest('The offer is not applicable to this order.', 'offer_id');
    const mode = input.webhook ?? this.settings.defaultWebhookMode();
    const payment = newBankPayment(order, input, amount);
    const attempted: Order = { ...order, status: 'attempted', attempts: order.attempts + 1 };
    const event = payment.status === 'failed' ? 'payment.failed' : 'payment.authorized';
    const events = this.events.write(event, { payment }, mode);
    if (payment.status === 'authorized' && input.outcome === 'captured') {
      const captured = this.#captured(attempted, payment, mode);
      this.#commit([...events, ...captured.changes]);
      return captured.payment;
    }
    this.#commit([['orders', attempted], ['payments', payment], ...events]);
    return payment;
  }

  /** Captures the whole amount of an authorised payment, once, unless another payment has paid the order. */
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
    const captured = this.#captured(order, payment, this.settings.defaultWebhookMode());
    this.#commit(captured.changes);
    return captured.payment;
  }

  /**
   * Refunds all or part of a captured payment. A repeated idempotency key returns the first refund.
   * @throws {RazorpayError} 400 for more than remains, or a key that was used for another request
   */
  async refund(paymentId: string, input: NewRefund, key?: string): Promise<Refund> {
    const request = JSON.stringify([paymentId, input]);
    const first = key === undefined ? undefined : this.store.refundKeys.get(key);
    if (first) {
      if (first.request === request) return this.refundById(first.refund_id);
      throw badRequest('Different request body sent for the same idempotency key.');
    }
    const payment = this.payment(paymentId);
    const amount = refundableAmount(payment, input.amount);
    const amount_refunded = payment.amount_refunded + amount;
    const isFull = amount_refunded === payment.amount;
    const updated: Payment = {
      ...payment,
      amount_refunded,
      refund_status: isFull ? 'full' : 'partial',
      status: isFull ? 'refunded' : 'captured',
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
      ['payments', updated],
      ['refunds', refund],
      ...(key === undefined ? [] : [['refundKeys', { id: key, request, refund_id: refund.id }] as const]),
      ...this.events.write('refund.created', { refund, payment: updated }, this.settings.defaultWebhookMode()),
    ]);
    this.schedulePendingRefunds();
    return refund;
  }

  schedulePendingRefunds(): void {
    if (this.#isStopped || this.settings.refundOutcome() === 'pending') return;
    for (const { id, status, created_at } of this.store.refunds.values()) {
      if (status !== 'pending' || this.#refundTimers.has(id)) continue;
      const delay = created_at * 1000 + this.settings.refundProcessMs - Date.now();
      this.#refundTimers.set(
        id,
        setTimeout(() => this.#endRefund(id), Math.max(0, delay)),
      );
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#refundTimers.values()) clearTimeout(timer);
  }

  /**
   * Ends a pending refund, or reports that an instant refund continues at normal speed.
   * @throws {RazorpayError} 400 for a refund that is not pending, or no instant one
   */
  settleRefund(id: string, outcome: Exclude<RefundOutcome, 'pending'>): Refund {
    const refund = this.refundById(id);
    if (refund.status !== 'pending') throw badRequest(`The refund is ${refund.status} already.`);
    if (outcome === 'failed') return this.#failRefund(refund);
    if (outcome === 'speed_changed') return this.#changeSpeed(refund);
    clearTimeout(this.#refundTimers.get(id));
    return this.#processRefund(id);
  }

  /** The amount returns to the payment, which can be refunded again. */
  #failRefund(pending: Refund): Refund {
    clearTimeout(this.#refundTimers.get(pending.id));
    this.#refundTimers.delete(pending.id);
    const refund: Refund = { ...pending, status: 'failed' };
    const paid = this.payment(refund.payment_id);
    const amount_refunded = paid.amount_refunded - refund.amount;
    const payment: Payment = {
      ...paid,
      amount_refunded,
      refund_status: amount_refunded === 0 ? null : 'partial',
      status: 'captured',
    };
    this.#commit([
      ['payments', payment],
      ['refunds', refund],
      ...this.events.write('refund.failed', { refund, payment }, this.settings.defaultWebhookMode()),
    ]);
    return refund;
  }

  #changeSpeed(instant: Refund): Refund {
    if (instant.speed_processed !== 'instant') throw badRequest('The refund is processed at normal speed.');
    const refund: Refund = { ...instant, speed_processed: 'normal' };
    const payment = this.payment(refund.payment_id);
    this.#commit([
      ['refunds', refund],
      ...this.events.write('refund.speed_changed', { refund, payment }, this.settings.defaultWebhookMode()),
    ]);
    return refund;
  }

  #endRefund(id: string): void {
    this.#refundTimers.delete(id);
    const outcome = this.settings.refundOutcome();
    const refund = this.refundById(id);
    if (outcome === 'pending' || refund.status !== 'pending') return;
    if (outcome === 'speed_changed' && refund.speed_processed === 'instant') this.#changeSpeed(refund);
    if (outcome === 'failed') this.#failRefund(refund);
    else this.#processRefund(id);
  }

  #processRefund(id: string): Refund {
    this.#refundTimers.delete(id);
    const arn = String(Math.floor(Math.random() * 1e12)).padStart(23, '7');
    const refund: Refund = { ...this.refundById(id), status: 'processed', acquirer_data: { arn } };
    const payment = this.payment(refund.payment_id);
    this.#commit([
      ['refunds', refund],
      ...this.events.write('refund.processed', { refund, payment }, this.settings.defaultWebhookMode()),
    ]);
    return refund;
  }

  #captured(order: Order, payment: Payment, mode: WebhookMode): { payment: Payment; changes: Change[] } {
    const captured: Payment = { ...payment, status: 'captured', captured: true, ...charges(payment.amount) };
    const amount_paid = order.amount_paid + payment.amount;
    const updated: Order = {
      ...order,
      amount_paid,
      amount_due: order.amount - amount_paid,
      status: amount_paid === order.amount ? 'paid' : 'attempted',
    };
    return {
      payment: captured,
      changes: [
        ['orders', updated],
        ['payments', captured],
        ...this.events.write('payment.captured', { payment: captured }, mode),
        ...(updated.status === 'paid'
          ? this.events.write('order.paid', { payment: captured, order: updated }, mode)
          : []),
        ...this.links.recordPayment(updated, captured, mode),
      ],
    };
  }

  #commit(changes: Change[]): void {
    this.settings.commit(changes);
  }
}

function known<Entity>(entity: Entity | undefined): Entity {
  if (entity === undefined) throw unknownId();
  return entity;
}

function requireAcceptedAmount(order: Order, amount: number): void {
  if (amount > order.amount_due || (amount !== order.amount_due && !order.partial_payment))
    throw badRequest('Your payment amount is different from your order amount.', 'amount');
  const least = order.amount_paid === 0 ? (order.first_payment_min_amount ?? 0) : 0;
  if (amount < least) throw badRequest('The amount is less than the minimum first payment amount.', 'amount');
}

function alreadyPaid(order: Order): RazorpayError {
  return new RazorpayError('BAD_REQUEST_ERROR', 'Payment already done for this order.', {
    reason: 'order_already_paid',
    metadata: { order_id: order.id },
  });
}

function refundableAmount(payment: Payment, requested: number | undefined): number {
  const remaining = payment.amount - payment.amount_refunded;
  if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already');
  if (payment.status !== 'captured') throw badRequest('The payment status should be captured for action to be taken');
  if (requested !== undefined && requested > remaining) {
    throw badRequest('The total refund amount is greater than the refund payment amount', 'amount');
  }
  return requested ?? remaining;
}
