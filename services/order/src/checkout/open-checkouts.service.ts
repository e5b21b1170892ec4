import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { StockLine } from '@rangavalli/contracts/commands';
import type { Billing } from '@rangavalli/contracts/entities/order';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { createOrderExpired } from '../events/order-events.js';
import type { OrderConfig } from '../order.config.js';
import { HOLD_DEADLINE_MS, StockHolds } from '../stock/stock-holds.js';
import type { OrderRecord } from '../store/order.schema.js';
import { type OrderChange, OrderStore } from '../store/order.store.js';

export const PAYMENT_ORDER_DEADLINE_MS = 6_000;
/** How long a second request waits for the first one's checkout, ms. */
const WAIT_MS = 8_000;
const POLL_MS = 150;
/** An `opening` order of this age belongs to a process that stopped, ms. */
const STALE_OPENING_MS = HOLD_DEADLINE_MS + PAYMENT_ORDER_DEADLINE_MS + 500;
/** A checkout is not reused when its hold expires sooner (or in a third of a short hold), ms. */
const MIN_REUSE_MS = 60_000;
const RELEASE_RETRY_MS = 5_000;

/** The cart and total of a checkout request. */
export interface RequestedCart {
  lines: StockLine[];
  expectedPaise: number;
  billing?: Billing | undefined;
}

/** A customer's one open checkout: claiming, reusing and ending it. */
@Injectable()
export class OpenCheckouts {
  private readonly minReuseMs: number;

  constructor(
    private readonly store: OrderStore,
    private readonly stock: StockHolds,
    @Inject(CONFIG) config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.minReuseMs = Math.min(MIN_REUSE_MS, (config.HOLD_TTL_S * 1_000) / 3);
  }

  /**
   * Returns the customer's pending checkout of the same cart and total, or a new order in `opening`. A checkout of
   * another cart is ended first.
   * @throws AppError CHECKOUT_IN_PROGRESS when another request keeps the checkout for too long
   */
  async claim(caller: Identity, cart: RequestedCart): Promise<OrderRecord> {
    const cartKey = hashCart(cart.lines);
    for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
      const created = buildOpeningOrder(caller, cart, cartKey);
      if (await this.store.create(created)) return created;
      const current = await this.store.findOne({ userId: caller.id, open: true });
      if (!current) continue;
      if (current.phase === 'opening') {
        if (Date.now() - current.createdAt.getTime() > STALE_OPENING_MS) await this.end(current, 'fail');
        else await sleep(POLL_MS);
      } else if (this.isReusable(current, cart, cartKey)) {
        return this.reuse(current, cart.billing);
      } else {
        await this.end(current, 'expire');
      }
    }
    throw new AppError('CHECKOUT_IN_PROGRESS');
  }

  /**
   * Ends a checkout and releases its stock: `expire` when it was not paid, `fail` when it could not be opened.
   * @returns null when the order has moved on
   * @throws AppError UNAVAILABLE when the catalog did not reply; the sweeper then releases the stock
   */
  async end(order: OrderRecord, how: 'expire' | 'fail', guard: OrderChange['guard'] = {}): Promise<OrderRecord | null> {
    const ended = await this.store.transition(order._id, how, {
      guard: { ...guard, holdId: order.holdId },
      dueAt: new Date(Date.now() + RELEASE_RETRY_MS),
      ...(how === 'expire' ? { events: [createOrderExpired(order)] } : {}),
    });
    if (ended) await this.releaseStock(ended);
    return ended;
  }

  /** Releases the stock of an ended checkout and takes it off the sweeper's list. */
  async releaseStock(order: OrderRecord): Promise<void> {
    await this.stock.release(order);
    await this.store.update(order._id, {
      guard: { phase: { $in: ['expired', 'failed'] }, holdId: order.holdId },
      unset: ['dueAt'],
    });
  }

  /** Ends a checkout that could not be opened. Never throws, so that the caller gets the original error. */
  async abandon(order: OrderRecord): Promise<void> {
    try {
      // An order that was opened after all is the customer's: it stays.
      await this.end(order, 'fail', { razorpayOrderId: { $exists: false } });
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(order._id) }, 'hold of a failed checkout will be released later');
    }
  }

  async releaseOrLeaveToExpire(order: OrderRecord): Promise<void> {
    try {
      await this.stock.release(order);
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(order._id) }, 'hold without a checkout is left to expire');
    }
  }

  private isReusable(order: OrderRecord, { expectedPaise }: RequestedCart, cartKey: string): boolean {
    const leftMs = (order.holdExpiresAt?.getTime() ?? 0) - Date.now();
    return order.cartKey === cartKey && order.totalPaise === expectedPaise && leftMs > this.minReuseMs;
  }

  private async reuse(order: OrderRecord, billing: Billing | undefined): Promise<OrderRecord> {
    if (!billing) return order;
    const updated = await this.store.update(order._id, { guard: { phase: 'checkout' }, set: { billing } });
    if (!updated) throw new AppError('CHECKOUT_IN_PROGRESS');
    return updated;
  }
}

/** Returns the same hash for the same lines in any order. */
export function hashCart(lines: readonly StockLine[]): string {
  const sorted = lines.map(({ productId, size, quantity }) => JSON.stringify([productId, size, quantity])).sort();
  return createHash('sha256').update(sorted.join('\n')).digest('hex');
}

function buildOpeningOrder(caller: Identity, { lines, billing }: RequestedCart, cartKey: string): OrderRecord {
  const _id = new Types.ObjectId();
  const now = new Date();
  return {
    _id,
    userId: caller.id,
    customer: { name: caller.name, email: caller.email },
    phase: 'opening',
    open: true,
    cartKey,
    lines: lines.map((line) => ({ ...line, name: '', unitPaise: 0 })),
    totalPaise: 0,
    ...(billing ? { billing } : {}),
    holdId: `${String(_id)}:1`,
    holdSeq: 1,
    paymentState: 'awaiting',
    extraPayments: [],
    dueAt: new Date(now.getTime() + STALE_OPENING_MS),
    dueTries: 0,
    revision: 0,
    history: [],
    outbox: [],
    createdAt: now,
  };
}
