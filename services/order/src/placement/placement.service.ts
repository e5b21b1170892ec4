import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createOrderPlaced, createOrderUnfulfillable } from '../events/order-events.js';
import { type OrderRecord, SYSTEM } from '../store/order.schema.js';
import { openPhases, type Phase } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';

/** A captured payment, in paise. */
export interface Capture {
  razorpayOrderId: string;
  razorpayPaymentId: string;
  amountPaise: number;
  method: string;
  /** ISO 8601, UTC. */
  capturedAt: string;
  /** See `OrderPayment.responseHash`. */
  responseHash?: string;
}

/** Longer than any single command takes: an expired lease means that its process stopped. ms */
const LEASE_MS = 10_000;
/** How long a caller waits for another process that has the lease, ms. */
const WAIT_MS = 12_000;
const POLL_MS = 100;
/** When the sweeper repeats a failed placement, ms; a redelivered event or verify call may be faster. */
const RETRY_MS = 2_000;
/** When the sweeper publishes an unconfirmed refund request again, ms. */
const REFUND_CHECK_MS = 60_000;

/** The steps from a captured payment to a placed order; `checkout/checkout.saga.ts` calls them in sequence. */
@Injectable()
export class PlacementService {
  constructor(private readonly store: OrderStore) {}

  /**
   * Assigns a captured payment to its order, with the lease for placing it.
   * @throws AppError ORDER_NOT_FOUND; PAYMENT_REFUNDED when the order has another payment: this one is then refunded
   */
  async recordCapture(orderId: string, capture: Capture, leaseToken: string): Promise<OrderRecord> {
    const { razorpayPaymentId: id, razorpayOrderId, method, amountPaise, capturedAt, responseHash } = capture;
    const lease = newLease(leaseToken);
    const paid = await this.store.transition(orderId, 'pay', {
      guard: { payment: { $exists: false }, extraPayments: { $ne: id } },
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

  /** Returns whether nothing is left to do about the capture of a payment: its order is placed, or the payment goes back. */
  async isSettled(orderId: string, razorpayPaymentId: string): Promise<boolean> {
    const settled: Phase[] = ['placed', 'refunding', 'refunded'];
    const filter = { _id: orderId, 'payment.id': razorpayPaymentId, phase: { $in: settled } };
    return (await this.store.model.exists(filter)) !== null;
  }

  /**
   * Runs `work` on a paid order while no other process does, and repeats it until the order has left `paid`.
   * @param work returns null when it lost the lease
   * @throws AppError UNAVAILABLE when the order is still being placed
   */
  async withLease(
    first: OrderRecord,
    token: string,
    work: (order: OrderRecord) => Promise<OrderRecord | null>,
  ): Promise<OrderRecord> {
    let order: OrderRecord | null = first;
    for (const until = Date.now() + WAIT_MS; order?.phase === 'paid' && Date.now() < until;) {
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
    if (order.phase === 'paid') throw placementPending();
    return order;
  }

  markPlaced(order: OrderRecord): Promise<OrderRecord | null> {
    const orderedAt = new Date();
    return this.store.transition(order._id, 'place', {
      guard: { holdId: order.holdId },
      set: { status: 'Pending', orderedAt, revision: 1 },
      events: [createOrderPlaced(order, orderedAt)],
    });
  }

  requestRefund(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const { payment } = order;
    return this.store.transition(order._id, 'requestRefund', {
      guard: { holdId: order.holdId, 'lease.token': token },
      set: { paymentState: 'refunding' },
      dueAt: new Date(Date.now() + REFUND_CHECK_MS),
      events: payment ? [createOrderUnfulfillable(order, payment.id, payment.amountPaise)] : [],
    });
  }

  /** Gives a paid order a new hold id; the id of a lost hold is never used again. */
  assignNewHold(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const holdSeq = order.holdSeq + 1;
    return this.renewLease(order, token, { holdSeq, holdId: `${String(order._id)}:${holdSeq}` });
  }

  renewLease(order: OrderRecord, token: string, set: Partial<OrderRecord> = {}): Promise<OrderRecord | null> {
    const lease = newLease(token);
    return this.store.update(order._id, {
      guard: { phase: 'paid', holdId: order.holdId, 'lease.token': token },
      set: { ...set, lease, dueAt: lease.until },
    });
  }

  /**
   * Permanently rejects a payment for an order, so that people can refund it. One guarded write decides: a capture event
   * that arrives later finds the payment rejected.
   * @returns `rejected`, also when it was before; `paid` or `open` when the order has the payment or may still take it
   * @throws AppError UNAVAILABLE when the order changed meanwhile
   */
  async rejectPayment(orderId: string, razorpayPaymentId: string): Promise<'rejected' | 'paid' | 'open'> {
    const order = await this.store.findById(orderId);
    if (!order || order.extraPayments.includes(razorpayPaymentId)) return 'rejected';
    const { phase, payment, status } = order;
    if (openPhases.includes(phase)) return 'open';
    if (payment?.id === razorpayPaymentId) {
      if (phase === 'paid') return 'open';
      return phase === 'placed' && status !== 'Cancelled' ? 'paid' : 'rejected';
    }
    const rejected = await this.store.update(order._id, {
      guard: { phase, 'payment.id': { $ne: razorpayPaymentId } },
      history: { at: new Date(), by: SYSTEM, what: `Payment ${razorpayPaymentId} rejected; refund requested` },
      extraPayment: razorpayPaymentId,
    });
    if (!rejected) throw new AppError('UNAVAILABLE');
    return 'rejected';
  }

  private async refundSecondPayment(order: OrderRecord, { razorpayPaymentId, amountPaise }: Capture): Promise<never> {
    await this.store.update(order._id, {
      guard: { 'payment.id': { $ne: razorpayPaymentId }, extraPayments: { $ne: razorpayPaymentId } },
      history: { at: new Date(), by: SYSTEM, what: `Second payment ${razorpayPaymentId} received; refund requested` },
      extraPayment: razorpayPaymentId,
      events: [createOrderUnfulfillable(order, razorpayPaymentId, amountPaise)],
    });
    throw new AppError('PAYMENT_REFUNDED', {
      message: 'This order has already been paid. This second payment is being refunded in full.',
    });
  }

  private takeExpiredLease(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const lease = newLease(token);
    return this.store.update(order._id, {
      guard: { phase: 'paid', 'lease.until': { $lte: new Date() } },
      set: { lease, dueAt: lease.until },
    });
  }

  private async releaseLease(order: OrderRecord, token: string, error: unknown): Promise<never> {
    const until = new Date();
    await this.store.update(order._id, {
      guard: { phase: 'paid', 'lease.token': token },
      set: { lease: { token, until }, dueAt: new Date(until.getTime() + RETRY_MS) },
    });
    throw error instanceof AppError && error.status >= 500 ? placementPending(error) : error;
  }
}

const newLease = (token: string) => ({ token, until: new Date(Date.now() + LEASE_MS) });

const placementPending = (cause?: unknown) =>
  new AppError('UNAVAILABLE', {
    message: 'Your payment has arrived and your order is being completed. Please check again in a moment.',
    cause,
  });
