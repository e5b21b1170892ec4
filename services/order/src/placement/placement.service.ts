import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { cashShareOf } from '../checkout/payment-shares.js';
import { createOrderExpired, createOrderPlaced, createOrderUnfulfillable } from '../events/order-events.js';
import { searchTermsOf } from '../orders/order-search.js';
import { type OrderRecord, SYSTEM } from '../store/order.schema.js';
import { openPhases, placeablePhases, REFUND_CHECK_MS } from '../store/order-state.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';

export interface Capture {
  razorpayOrderId: string;
  razorpayPaymentId: string;
  amountPaise: number;
  method: string;
  /** ISO 8601, UTC. */
  capturedAt: string;
  responseHash?: string;
}

/** Longer than any single command, so an expired lease means that its process stopped. */
const LEASE_MS = 10_000;
const WAIT_MS = 12_000;
const POLL_MS = 100;
const RETRY_MS = 2_000;

/** The payment service publishes a capture again when its refund has not arrived by then. */
const REFUND_GRACE_MS = 60_000;

/** Bounds the document. What arrives beyond is refunded as well, but not listed: such an order takes no payment. */
const MAX_EXTRA_PAYMENTS = 100;
const lastExtraPayment = `extraPayments.${MAX_EXTRA_PAYMENTS - 1}`;
const hasRoom = { [lastExtraPayment]: { $exists: false } };
const isFull = { [lastExtraPayment]: { $exists: true } };

const unlistedPayments = new Counter({
  name: 'order_payments_unlisted_total',
  help: `Refunded payments that their order does not list, because it lists ${MAX_EXTRA_PAYMENTS} others.`,
});

@Injectable()
export class PlacementService {
  constructor(
    private readonly store: OrderStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Assigns a captured payment to its order, with the lease for placing it. A second payment is refunded.
   * @throws AppError ORDER_NOT_FOUND, PAYMENT_REFUNDED
   */
  async recordCapture(orderId: string, capture: Capture, leaseToken: string): Promise<OrderRecord> {
    const { razorpayPaymentId: id, razorpayOrderId, method, amountPaise, capturedAt, responseHash } = capture;
    const lease = newLease(leaseToken);
    const paid = await this.store.transition(orderId, 'pay', {
      guard: { payment: { $exists: false }, extraPayments: { $ne: id }, ...hasRoom },
      set: {
        payment: {
          id,
          method,
          amountPaise,
          capturedAt: new Date(capturedAt),
          ...(responseHash ? { responseHash } : {}),
        },
        paymentState: 'captured',
        razorpayOrderId,
        lease,
      },
      dueAt: lease.until,
    });
    const order = paid ?? (await this.store.findById(orderId));
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (order.payment?.id !== id) await this.refundSecondPayment(order, capture);
    return order;
  }

  /**
   * Runs `work` with the lease of a paid or confirmed order until it is placed or given up.
   * @param work returns null when it lost the lease
   * @throws AppError UNAVAILABLE when the order is still to be placed after the wait
   */
  async withLease(
    first: OrderRecord,
    token: string,
    work: (order: OrderRecord) => Promise<OrderRecord | null>,
  ): Promise<OrderRecord> {
    let order: OrderRecord | null = first;
    for (const until = Date.now() + WAIT_MS; order && isPlaceable(order) && Date.now() < until;) {
      const leased = order.lease?.token === token ? order : await this.takeExpiredLease(order, token);
      if (leased) {
        const done = await work(leased).catch((error: unknown) => this.releaseLease(leased, token, error));
        if (done) return done;
      } else {
        await sleep(POLL_MS);
      }
      order = await this.store.findById(first._id);
    }
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (isPlaceable(order)) throw placementPending(order);
    return order;
  }

  async markPlaced(order: OrderRecord): Promise<OrderRecord | null> {
    const orderedAt = new Date();
    const duePaise = cashShareOf(order);
    return this.store.transition(order._id, 'place', {
      guard: { holdId: order.holdId },
      set: {
        status: 'Pending',
        orderedAt,
        revision: 1,
        searchTerms: searchTermsOf(order),
        ...(duePaise > 0 ? { cash: { state: 'due', duePaise } } : {}),
        // Store credit covers the total.
        ...(duePaise === 0 && !order.payment ? { paymentState: 'captured' } : {}),
      },
      events: [createOrderPlaced(order, orderedAt)],
    });
  }

  /**
   * Assigns the lease for placing an order that the customer confirmed, by the code of cash on delivery or because
   * store credit covers it. Returns null when the code was replaced.
   */
  confirm({ _id, method, confirmation }: OrderRecord, leaseToken: string): Promise<OrderRecord | null> {
    const lease = newLease(leaseToken);
    const isCod = method === 'cod';
    return this.store.transition(_id, isCod ? 'confirm' : 'confirmCredit', {
      guard: { ...(isCod ? { 'confirmation.hash': confirmation?.hash } : {}), isWithdrawn: { $exists: false } },
      set: { lease },
      dueAt: lease.until,
    });
  }

  /** Ends a confirmed order without stock. The sweeper repeats the release. */
  giveUp(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    return this.store.transition(order._id, 'giveUp', {
      guard: { holdId: order.holdId, 'lease.token': token },
      dueAt: new Date(),
      events: [createOrderExpired(order)],
    });
  }

  requestRefund(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const { payment } = order;
    return this.store.transition(order._id, order.isWithdrawn ? 'refuse' : 'requestRefund', {
      guard: { holdId: order.holdId, 'lease.token': token },
      set: { paymentState: 'refunding' },
      dueAt: new Date(Date.now() + REFUND_CHECK_MS),
      events: payment ? [createOrderUnfulfillable(order, payment.id, payment.amountPaise)] : [],
    });
  }

  assignNewHold(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const holdSeq = order.holdSeq + 1;
    return this.renewLease(order, token, { holdSeq, holdId: `${String(order._id)}:${holdSeq}` });
  }

  renewLease(order: OrderRecord, token: string, set: Partial<OrderRecord> = {}): Promise<OrderRecord | null> {
    const lease = newLease(token);
    return this.store.update(order._id, {
      guard: { phase: order.phase, holdId: order.holdId, 'lease.token': token },
      set: { ...set, lease, dueAt: lease.until },
    });
  }

  /**
   * Permanently rejects a payment for an order: a later capture event cannot place it. Nothing changes when the order
   * has the payment (`paid`) or may still take it (`open`).
   * @throws AppError UNAVAILABLE when the order changed meanwhile
   */
  async rejectPayment(orderId: string, razorpayPaymentId: string): Promise<'rejected' | 'paid' | 'open'> {
    const order = await this.store.findById(orderId);
    if (!order || order.extraPayments.includes(razorpayPaymentId)) return 'rejected';
    const { phase, payment, status, extraPayments } = order;
    if (openPhases.includes(phase)) return 'open';
    if (payment?.id === razorpayPaymentId) {
      if (phase === 'paid') return 'open';
      return phase === 'placed' && status !== 'Cancelled' ? 'paid' : 'rejected';
    }
    // Such an order takes no payment any more.
    if (extraPayments.length >= MAX_EXTRA_PAYMENTS) return 'rejected';
    const rejected = await this.store.update(order._id, {
      guard: { phase, 'payment.id': { $ne: razorpayPaymentId }, ...hasRoom },
      history: { at: new Date(), by: SYSTEM, what: `Payment ${razorpayPaymentId} rejected; refund requested` },
      extraPayment: razorpayPaymentId,
      outcome: 'payment rejected',
    });
    if (!rejected) throw new AppError('UNAVAILABLE');
    return 'rejected';
  }

  /** Requests the refund again when the capture is reported late, in case the event was lost. */
  private async refundSecondPayment(
    order: OrderRecord,
    { razorpayPaymentId, amountPaise, capturedAt }: Capture,
  ): Promise<never> {
    const isOther = { 'payment.id': { $ne: razorpayPaymentId }, extraPayments: { $ne: razorpayPaymentId } };
    const what = `Second payment ${razorpayPaymentId} received; refund requested`;
    const events = [createOrderUnfulfillable(order, razorpayPaymentId, amountPaise)];
    const listed = await this.store.update(order._id, {
      guard: { ...isOther, ...hasRoom },
      history: { at: new Date(), by: SYSTEM, what },
      extraPayment: razorpayPaymentId,
      events,
      outcome: 'second payment received',
    });
    // Not of a rejected payment: its refund may need an approval.
    const isLate = Date.parse(capturedAt) < Date.now() - REFUND_GRACE_MS;
    if (!listed && isLate) await this.store.update(order._id, { guard: { 'history.what': what }, events });
    if (!listed && (await this.store.update(order._id, { guard: { ...isOther, ...isFull }, events }))) {
      unlistedPayments.inc();
      const { orderId, orderNumber } = purchaseOf(order);
      const facts = { orderId, orderNumber, razorpayPaymentId, outcome: 'refund requested' };
      this.logger.error(facts, 'second payment not listed');
    }
    throw new AppError('PAYMENT_REFUNDED', {
      message:
        'This order has already been paid. This second payment is being refunded in full. ' +
        'Refunds take 3–5 business days.',
    });
  }

  private async takeExpiredLease(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    if (order.lease && order.lease.until > new Date()) return null;
    const lease = newLease(token);
    return this.store.update(order._id, {
      guard: { phase: order.phase, 'lease.until': { $lte: new Date() } },
      set: { lease, dueAt: lease.until },
    });
  }

  private async releaseLease(order: OrderRecord, token: string, error: unknown): Promise<never> {
    const until = new Date();
    await this.store.update(order._id, {
      guard: { phase: order.phase, 'lease.token': token },
      set: { lease: { token, until }, dueAt: new Date(until.getTime() + RETRY_MS) },
    });
    throw error instanceof AppError && error.status >= 500 ? placementPending(order, error) : error;
  }
}

const isPlaceable = ({ phase }: OrderRecord): boolean => placeablePhases.includes(phase);

const newLease = (token: string) => ({ token, until: new Date(Date.now() + LEASE_MS) });

const placementPending = ({ phase }: OrderRecord, cause?: unknown) =>
  new AppError('UNAVAILABLE', {
    message:
      (phase === 'paid' ? 'Your payment has arrived and your order' : 'Your order') +
      ' is being completed. Please check again in a moment.',
    cause,
  });
