import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { CartLine } from '@rangavalli/contracts/commands/lines';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { lineKeyOf } from '@rangavalli/contracts/personalisation';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { inPurchase, traceparent } from '@rangavalli/service-kit/tracing/tracing';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { OrderCredit } from '../credit/order-credit.service.js';
import { type Delivery, hasSameShipping } from '../delivery/deliveries.service.js';
import { createOrderExpired } from '../events/order-events.js';
import { HoldLimits } from '../holds/hold-limits.service.js';
import { HOLD_DEADLINE_MS, StockHolds } from '../stock/stock-holds.js';
import { OrderNumbers } from '../numbers/order-numbers.service.js';
import { OfferUses } from '../offers/offer-uses.service.js';
import type { OrderConfig } from '../order.config.js';
import { Quotes } from '../pricing/quotes.service.js';
import type { OrderRecord } from '../store/order.schema.js';
import { withdrawals } from '../store/order-state.js';
import { OrderStore, purchaseOf, type TransitionChange } from '../store/order.store.js';
import { failureNoticeAt } from './failure-notice.js';

export const PAYMENT_ORDER_DEADLINE_MS = 6_000;
const WAIT_MS = 8_000;
const POLL_MS = 150;
/** The process of an older `opening` order has stopped. */
const STALE_OPENING_MS = HOLD_DEADLINE_MS + PAYMENT_ORDER_DEADLINE_MS + 500;
const RELEASE_RETRY_MS = 5_000;
/** A reservation of store credit that was requested before the end of its checkout takes effect by then. */
const LATE_CREDIT_MS = 60_000;
const MAX_LINKED = 10;

export interface RequestedCart {
  lines: CartLine[];
  coupon?: string | undefined;
  /** The total that the customer saw; not compared when missing. */
  expectedPaise?: number | undefined;
  method?: 'cod' | 'part' | undefined;
  /** Whether to spend store credit. */
  useCredit?: boolean | undefined;
  /** Of the quote that the customer saw; not compared when missing. */
  quoteHash?: string | undefined;
  billing?: Billing | undefined;
  /** Of the address. */
  delivery: Delivery;
  /** Empty like missing. */
  note?: string | undefined;
  giftMessage?: string | undefined;
  /** Of the visitor; undefined when unknown. */
  network?: string | undefined;
}

/** What a request sends beside the total. */
export type CheckoutForm = Omit<RequestedCart, 'lines' | 'coupon' | 'delivery' | 'expectedPaise'>;

export type Customer = Pick<Identity, 'id' | 'name' | 'email' | 'emailVerified'>;

@Injectable()
export class OpenCheckouts {
  constructor(
    private readonly store: OrderStore,
    private readonly stock: StockHolds,
    private readonly limits: HoldLimits,
    private readonly numbers: OrderNumbers,
    private readonly quotes: Quotes,
    private readonly uses: OfferUses,
    private readonly credit: OrderCredit,
    @Inject(CONFIG) private readonly config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the pending checkout of the same cart and total, or ends it and returns a new order in `opening`.
   * @throws AppError CHECKOUT_IN_PROGRESS after the wait for another request; HOLD_LIMIT when the pending checkout may
   *   not be replaced, which then stays
   */
  async claim(caller: Identity, cart: RequestedCart): Promise<OrderRecord> {
    const cartKey = hashCart(cart.lines, cart.coupon);
    for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
      const created = buildOpeningOrder(caller, cart, cartKey, await this.numbers.next());
      if (await this.store.create(created)) {
        await this.withdrawLinked(created);
        return created;
      }
      const current = await this.store.findOne({ userId: caller.id, open: true });
      if (!current) continue;
      if (current.phase === 'opening') {
        if (Date.now() - current.createdAt.getTime() > STALE_OPENING_MS) await this.end(current, 'fail');
        else await sleep(POLL_MS);
      } else if (this.isReusable(current, cart, cartKey)) {
        return this.reuse(current, cart);
      } else {
        await this.limits.plan(caller.id);
        await this.end(current, 'supersede');
      }
    }
    throw new AppError('CHECKOUT_IN_PROGRESS');
  }

  /** An ended checkout of the same cart is no longer paid by its link, so that nobody pays for the same cart twice. */
  private async withdrawLinked({ userId, cartKey }: OrderRecord): Promise<void> {
    const ended = await this.store.model
      .find({ userId, cartKey, 'paymentLink.expiresAt': { $gt: new Date() }, phase: 'expired' })
      .limit(MAX_LINKED)
      .lean<OrderRecord[]>()
      .exec();
    for (const order of ended)
      await this.store.update(order._id, {
        guard: { phase: 'expired' },
        set: { isWithdrawn: true },
        unset: ['paymentLink'],
        events: [createOrderExpired(order, true)],
        outcome: 'payment link withdrawn',
      });
  }

  /**
   * Returns a new order in `opening` beside the customer's own checkout, or the one of the same request.
   * @throws AppError CHECKOUT_IN_PROGRESS while another request opens it; UNAVAILABLE
   */
  async createPhoneOrder(
    customer: Customer,
    cart: RequestedCart,
    { requestId, staff }: { requestId: string; staff: Pick<Identity, 'id' | 'name'> },
  ): Promise<OrderRecord> {
    const orderNumber = await this.numbers.next();
    const opening = buildOpeningOrder(customer, cart, hashCart(cart.lines, cart.coupon), orderNumber);
    const created = { ...opening, requestId, takenBy: { id: staff.id, name: staff.name } };
    delete created.open;
    if (await this.store.create(created)) return created;
    const existing = await this.store.findOne({ requestId });
    if (!existing) throw new AppError('UNAVAILABLE');
    // Another process opens it.
    if (existing.phase === 'opening') throw new AppError('CHECKOUT_IN_PROGRESS');
    return existing;
  }

  /**
   * Ends a checkout and releases its stock. Returns null when the order has moved on.
   * @throws AppError UNAVAILABLE when the sweeper has to release the stock
   */
  end(
    order: OrderRecord,
    how: 'expire' | 'supersede' | 'release' | 'fail',
    change: Pick<TransitionChange, 'guard' | 'events' | 'by'> = {},
  ): Promise<OrderRecord | null> {
    return inPurchase('end checkout', purchaseOf(order), () => this.endAndRelease(order, how, change));
  }

  private async endAndRelease(
    order: OrderRecord,
    how: 'expire' | 'supersede' | 'release' | 'fail',
    { guard, events = [], by }: Pick<TransitionChange, 'guard' | 'events' | 'by'>,
  ): Promise<OrderRecord | null> {
    const ended = await this.store.transition(order._id, how, {
      guard: { ...guard, holdId: order.holdId },
      dueAt: new Date(Date.now() + RELEASE_RETRY_MS),
      events: [...(how === 'fail' ? [] : [createOrderExpired(order, withdrawals.includes(how))]), ...events],
      ...(by ? { by } : {}),
    });
    if (!ended) return null;
    await this.limits.release(order);
    await this.releaseStock(ended);
    return ended;
  }

  /**
   * For an order with store credit, makes the sweeper release it again after `LATE_CREDIT_MS`: the ledger neither
   * refuses a late reservation nor lets it expire.
   */
  async releaseStock(order: OrderRecord): Promise<void> {
    await this.release(order);
    const endedAt = order.history.at(-1)?.at.getTime() ?? 0;
    const dueAt = new Date(endedAt + LATE_CREDIT_MS);
    await this.store.update(order._id, {
      guard: { phase: { $in: ['expired', 'failed', 'refunded'] }, holdId: order.holdId },
      ...(order.useCredit && dueAt > new Date() ? { set: { dueAt } } : { unset: ['dueAt'] }),
    });
  }

  abandon(order: OrderRecord): Promise<void> {
    return this.logFailure(order, this.end(order, 'fail', { guard: { razorpayOrderId: { $exists: false } } }));
  }

  releaseReservations(order: OrderRecord): Promise<void> {
    return this.logFailure(order, this.release(order));
  }

  /** Idempotent. @throws AppError UNAVAILABLE */
  async release(order: OrderRecord): Promise<void> {
    await (isNeverPlaced(order) ? this.uses.remove(String(order._id)) : this.uses.release(order));
    await this.credit.release(order);
    await this.stock.release(order);
  }

  /** Never throws, so that the caller gets the original error. */
  private async logFailure(order: OrderRecord, release: Promise<unknown>): Promise<void> {
    try {
      await release;
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(order._id) }, 'hold will be released later');
    }
  }

  private isReusable(order: OrderRecord, cart: RequestedCart, cartKey: string): boolean {
    const leftMs = (order.holdExpiresAt?.getTime() ?? 0) - Date.now();
    const isSame =
      order.cartKey === cartKey &&
      order.method === cart.method &&
      Boolean(order.useCredit) === Boolean(cart.useCredit) &&
      order.quote &&
      costsAsExpected(order.quote, cart) &&
      (!cart.billing || hasSameShipping(order, cart.delivery));
    return Boolean(isSame) && leftMs > this.limits.minLeftMs;
  }

  /** Without billing the form was not sent, and what an earlier request stored stays. */
  private async reuse(
    order: OrderRecord,
    { billing, note, giftMessage, delivery }: RequestedCart,
  ): Promise<OrderRecord> {
    if (!billing) return order;
    const updated = await this.store.update(order._id, {
      guard: { phase: 'checkout' },
      set: {
        billing,
        ...delivery,
        ...this.quotes.moveTo(billing, order.quote),
        ...present({ note, giftMessage }),
        // The customer tries again.
        ...(order.failureNoticeAt
          ? { failureNoticeAt: failureNoticeAt(order, this.config.PAYMENT_FAILED_NOTICE_S * 1_000) }
          : {}),
      },
      unset: [
        ...(delivery.promise ? [] : (['promise'] as const)),
        ...(note ? [] : (['note'] as const)),
        ...(giftMessage ? [] : (['giftMessage'] as const)),
      ],
    });
    if (!updated) throw new AppError('CHECKOUT_IN_PROGRESS');
    return updated;
  }
}

/** Whether a payment that arrives late cannot place the order either, so that it needs no uses of offers any more. */
const isNeverPlaced = ({ phase, razorpayOrderId }: OrderRecord): boolean =>
  phase === 'refunding' || phase === 'refunded' || (phase === 'failed' && !razorpayOrderId);

/** Compares the quote with what the customer saw: the total, or the one without the fee for cash on delivery. */
export const costsAsExpected = (
  { totalPaise, codFeePaise, hash }: Quote,
  { expectedPaise, quoteHash = hash }: Pick<RequestedCart, 'expectedPaise' | 'quoteHash'>,
): boolean =>
  expectedPaise === undefined ||
  (totalPaise === expectedPaise && hash === quoteHash) ||
  (codFeePaise > 0 && totalPaise - codFeePaise === expectedPaise);

export function hashCart(lines: readonly CartLine[], coupon?: string): string {
  const sorted = lines.map((line) => JSON.stringify([lineKeyOf(line), line.quantity])).sort();
  return createHash('sha256')
    .update([...sorted, ...(coupon ? [coupon] : [])].join('\n'))
    .digest('hex');
}

const present = (texts: Pick<RequestedCart, 'note' | 'giftMessage'>): Pick<OrderRecord, 'note' | 'giftMessage'> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text));

function buildOpeningOrder(
  caller: Customer,
  { lines, coupon, method, useCredit, billing, delivery, note, giftMessage, network }: RequestedCart,
  cartKey: string,
  orderNumber: string,
): OrderRecord {
  const _id = new Types.ObjectId();
  const now = new Date();
  const trace = traceparent();
  return {
    _id,
    orderNumber,
    userId: caller.id,
    customer: { name: caller.name, email: caller.email, emailVerified: caller.emailVerified },
    phase: 'opening',
    open: true,
    cartKey,
    lines: lines.map((line, index) => ({ ...line, lineId: String(index + 1), name: '', unitPaise: 0 })),
    totalPaise: 0,
    ...(method ? { method } : {}),
    ...(useCredit ? { useCredit } : {}),
    ...(coupon ? { coupon } : {}),
    ...(billing ? { billing } : {}),
    ...delivery,
    ...present({ note, giftMessage }),
    holdId: `${String(_id)}:1`,
    holdSeq: 1,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    renewals: 0,
    ...(network ? { network } : {}),
    paymentState: 'awaiting',
    extraPayments: [],
    dueAt: new Date(now.getTime() + STALE_OPENING_MS),
    dueTries: 0,
    revision: 0,
    history: [],
    outbox: [],
    createdAt: now,
    ...(trace ? { trace } : {}),
  };
}
