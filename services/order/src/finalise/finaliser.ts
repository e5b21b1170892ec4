import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { email } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import { LRUCache } from 'lru-cache';
import { Types } from 'mongoose';
import { stockLines } from '../checkout/checkout-closer.js';
import type { OrderRecord } from '../orders/order.schema.js';
import { OrderStore, SYSTEM } from '../orders/order.store.js';
import { openPhases, type Phase } from '../orders/phases.js';

/** A captured payment as the payment service tells of it. Paise. */
export interface Capture {
  razorpayOrderId: string;
  razorpayPaymentId: string;
  amountPaise: number;
  method: string;
  capturedAt: string;
  /** Of the page's own proof, where that is what brought the news. */
  proof?: string;
}

/**
 * Whoever finalises has the order to themselves for this long, ms: longer than any single command may
 * take, so that a lease that ran out means a process that died.
 */
const LEASE_MS = 10_000;
const COMMAND_MS = 5_000;
/** Another finaliser is waited for this long, ms. */
const WAIT_MS = 12_000;
/** A failed attempt is made again after this, ms, unless a redelivered event or a repeated verify is faster. */
const AGAIN_MS = 2_000;
/** Pieces that are held anew for money that came late are sold at once; after a crash they are free again soon, ms. */
const REHOLD_MS = 120_000;
/** So many payments are known to have placed their order: those whose event is still on its way. */
const DONE_KEPT = 5_000;

/**
 * The one path from a captured payment to a placed order (invariant 3). Verify call, webhook event and
 * sweeper all come here, in any order, at the same time, again after a crash at any point. Every step is
 * a guarded write or a command that may be repeated.
 */
@Injectable()
export class Finaliser {
  /** Orders that this process has placed, by their payment. */
  private readonly done = new LRUCache<string, string>({ max: DONE_KEPT });

  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
  ) {}

  /**
   * Records a captured payment with its order and carries the order on as far as it goes.
   * @returns the order: `placed`; or `refunding` or `refunded` when this payment is given back
   * @throws AppError ORDER_NOT_FOUND; PAYMENT_REFUNDED when the order has been paid by another payment, which
   *   is why this one is given back; UNAVAILABLE when the catalog does not answer: the payment is safe and the order is finished later
   */
  async finalise(orderId: string, capture: Capture): Promise<OrderRecord> {
    const lease = newLease();
    const paid = await this.store.move(orderId, 'pay', {
      guard: { payment: { $exists: false }, extraPayments: { $ne: capture.razorpayPaymentId } },
      set: {
        payment: {
          id: capture.razorpayPaymentId,
          method: capture.method,
          amountPaise: capture.amountPaise,
          capturedAt: new Date(capture.capturedAt),
          ...(capture.proof ? { proof: capture.proof } : {}),
        },
        paymentState: 'captured',
        razorpayOrderId: capture.razorpayOrderId,
        lease,
      },
      dueAt: lease.until,
    });
    const order = paid ?? (await this.store.byId(orderId));
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (order.payment?.id !== capture.razorpayPaymentId) return this.refuseSecond(order, capture);
    return this.settle(order, lease.token);
  }

  /** The id of the order that this process placed with a payment lately. */
  placedWith(razorpayPaymentId: string): string | undefined {
    return this.done.get(razorpayPaymentId);
  }

  /** Whether an order has been placed, or given up, with this payment: there is nothing left to be done about its capture. */
  async isDone(orderId: string, razorpayPaymentId: string): Promise<boolean> {
    if (this.done.get(razorpayPaymentId) === orderId) return true;
    const done = {
      _id: new Types.ObjectId(orderId),
      'payment.id': razorpayPaymentId,
      phase: { $in: ['placed', 'refunding', 'refunded'] satisfies Phase[] },
    };
    return (await readOne(this.store.model, done, { _id: 1 })) !== null;
  }

  /**
   * Carries a paid order on: sold, or given up. Does nothing to an order that is past that.
   * @param token of the lease that the caller has already, if any
   */
  async settle(seen: OrderRecord, token: string = randomUUID()): Promise<OrderRecord> {
    let order: OrderRecord | null = seen;
    for (const until = Date.now() + WAIT_MS; order?.phase === 'paid' && Date.now() < until;) {
      const leased = order.lease?.token === token ? order : await this.take(order, token);
      if (leased) {
        const settled = await this.carryOn(leased, token);
        if (settled) return settled;
      } else {
        await sleep(100);
      }
      order = await this.store.byId(seen._id);
    }
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (order.phase === 'paid') throw beingFinished();
    return order;
  }

  /** Null: the lease was lost on the way, and somebody else is carrying on. */
  private async carryOn(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    try {
      if (order.payment?.amountPaise !== order.totalPaise) return await this.giveUp(order, token);
      if (await this.sell(order)) return await this.place(order);
      // The hold ran out before the money came: the pieces are taken anew, under a new name, if they are still there.
      const again = await this.anew(order, token);
      if (!again) return null;
      if (!(await this.holdAgain(again))) return await this.giveUp(again, token);
      const renewed = await this.renew(again, token);
      if (!renewed) return null;
      if (await this.sell(renewed)) return await this.place(renewed);
      throw new AppError('UNAVAILABLE');
    } catch (error) {
      const now = new Date();
      await this.store.write(order._id, {
        guard: { phase: 'paid', 'lease.token': token },
        set: { lease: { token, until: now }, dueAt: new Date(now.getTime() + AGAIN_MS) },
      });
      throw error instanceof AppError && error.status >= 500 ? beingFinished(error) : error;
    }
  }

  private async sell(order: OrderRecord): Promise<boolean> {
    const { outcome } = await this.commands.ask(
      'rpc.catalog.stock.sell',
      { holdId: order.holdId, orderId: String(order._id), lines: stockLines(order) },
      COMMAND_MS,
    );
    return outcome === 'sold';
  }

  private async holdAgain(order: OrderRecord): Promise<boolean> {
    try {
      const { outcome } = await this.commands.ask(
        'rpc.catalog.stock.hold',
        {
          holdId: order.holdId,
          orderId: String(order._id),
          lines: stockLines(order),
          expiresAt: new Date(Date.now() + REHOLD_MS).toISOString(),
        },
        COMMAND_MS,
      );
      return outcome === 'held';
    } catch (error) {
      // A product that is no longer sold is as good as none left.
      if (error instanceof AppError && error.status < 500) return false;
      throw error;
    }
  }

  private async place(order: OrderRecord): Promise<OrderRecord | null> {
    const orderId = String(order._id);
    const orderedAt = new Date();
    const customerEmail = email.safeParse(order.customer.email).data;
    const placed = await this.store.move(order._id, 'place', {
      guard: { holdId: order.holdId },
      set: { status: 'Pending', orderedAt, revision: 1 },
      events: [
        newEvent('order.placed', {
          orderId,
          userId: order.userId,
          orderedAt: orderedAt.toISOString(),
          totalPaise: order.totalPaise,
          status: 'Pending',
          lines: order.lines.map(({ productId, name, size, quantity, unitPaise }) => ({
            productId,
            name,
            size,
            quantity,
            unitPaise,
          })),
          customer: { name: order.customer.name, ...(customerEmail ? { email: customerEmail } : {}) },
        }),
      ],
    });
    if (placed?.payment) this.done.set(placed.payment.id, orderId);
    return placed;
  }

  private giveUp(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    return this.store.move(order._id, 'giveUp', {
      guard: { holdId: order.holdId, 'lease.token': token },
      set: { paymentState: 'refunding' },
      dueAt: new Date(Date.now() + 60_000),
      events: order.payment ? [unfulfillable(order, order.payment.id, order.payment.amountPaise)] : [],
    });
  }

  private anew(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const holdSeq = order.holdSeq + 1;
    return this.renew(order, token, { holdSeq, holdId: `${String(order._id)}:${holdSeq}` });
  }

  private renew(order: OrderRecord, token: string, set: Partial<OrderRecord> = {}): Promise<OrderRecord | null> {
    const lease = newLease(token);
    return this.store.write(order._id, {
      guard: { phase: 'paid', holdId: order.holdId, 'lease.token': token },
      set: { ...set, lease, dueAt: lease.until },
    });
  }

  private take(order: OrderRecord, token: string): Promise<OrderRecord | null> {
    const lease = newLease(token);
    return this.store.write(order._id, {
      guard: { phase: 'paid', 'lease.until': { $lte: new Date() } },
      set: { lease, dueAt: lease.until },
    });
  }

  /**
   * Has a payment never become the order's, because people want to give it back. It is decided in one guarded write:
   * news of its capture that come later find it refused.
   * @returns `refused`, also when it was before; `stands` or `open` when the order has it or may still take it
   * @throws AppError UNAVAILABLE when the order moved on while it was asked
   */
  async refuse(orderId: string, razorpayPaymentId: string): Promise<'refused' | 'stands' | 'open'> {
    const order = await this.store.byId(orderId);
    if (!order || order.extraPayments.includes(razorpayPaymentId)) return 'refused';
    const { phase } = order;
    if (openPhases.includes(phase)) return 'open';
    if (order.payment?.id === razorpayPaymentId) {
      if (phase === 'paid') return 'open';
      return phase === 'placed' && order.status !== 'Cancelled' ? 'stands' : 'refused';
    }
    const refused = await this.store.write(order._id, {
      guard: { phase, 'payment.id': { $ne: razorpayPaymentId } },
      history: { at: new Date(), by: SYSTEM, what: `Payment ${razorpayPaymentId} refused: it is given back` },
      extraPayment: razorpayPaymentId,
    });
    if (!refused) throw new AppError('UNAVAILABLE');
    return 'refused';
  }

  /** Money for an order that has been paid, or that was refused: it goes back, once. */
  private async refuseSecond(order: OrderRecord, { razorpayPaymentId, amountPaise }: Capture): Promise<never> {
    await this.store.write(order._id, {
      guard: { 'payment.id': { $ne: razorpayPaymentId }, extraPayments: { $ne: razorpayPaymentId } },
      history: { at: new Date(), by: SYSTEM, what: `Second payment ${razorpayPaymentId} received; refund requested` },
      extraPayment: razorpayPaymentId,
      events: [unfulfillable(order, razorpayPaymentId, amountPaise)],
    });
    throw new AppError('PAYMENT_REFUNDED', {
      message: 'This order was paid already by another payment. This one is being refunded in full.',
    });
  }
}

/** Tells the payment service to give a payment back. It does so once, however often it is told. */
export const unfulfillable = (order: OrderRecord, razorpayPaymentId: string, amountPaise: number) =>
  newEvent('order.unfulfillable', { orderId: String(order._id), userId: order.userId, razorpayPaymentId, amountPaise });

const newLease = (token: string = randomUUID()) => ({ token, until: new Date(Date.now() + LEASE_MS) });

const beingFinished = (cause?: unknown) =>
  new AppError('UNAVAILABLE', {
    message: 'Your payment has arrived. The order is being completed; please look again in a moment.',
    ...(cause ? { cause } : {}),
  });
