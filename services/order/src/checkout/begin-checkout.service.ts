import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, StockLine } from '@rangavalli/contracts/commands';
import type { Billing } from '@rangavalli/contracts/entities/order';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { OrderConfig } from '../order.service-definition.js';
import type { OrderRecord } from '../orders/order.schema.js';
import { phaseChanges } from '../metrics/saga-metrics.js';
import { OrderStore } from '../orders/order.store.js';
import { cartKey } from './cart-key.js';
import { CheckoutCloser, stockLines } from './checkout-closer.js';

/** Together they stay within the call's deadline of 15 s. */
const CART_MS = 3_000;
const HOLD_MS = 4_500;
const PAYMENT_MS = 6_000;
/** A second click waits this long for the first one's checkout, or for its being given up, ms. */
const WAIT_MS = 8_000;
/** An opening that is older than any that is still worked on: its process died. ms */
const STALE_OPENING_MS = HOLD_MS + PAYMENT_MS + 500;
/** A checkout with less time left than this is not handed out again (or a third of a short one), ms. */
const MARGIN_MS = 60_000;

/** What the caller wants to buy now, and for how much they think. */
interface Wanted {
  lines: StockLine[];
  cartKey: string;
  totalPaise: number;
  billing?: Billing | undefined;
}

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11000;

/** Begins checkouts: the pieces are held and the order is there before the payment window opens (invariant 3). */
@Injectable()
export class BeginCheckout {
  private readonly holdMs: number;

  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
    private readonly closer: CheckoutCloser,
    @Inject(CONFIG) config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.holdMs = config.HOLD_TTL_S * 1_000;
  }

  /**
   * The caller's open checkout for what is in their cart now: the one that is open already, or a new one.
   * @param amountRupees what the caller thinks it costs; compared and never believed (invariant 2)
   * @throws AppError CART_EMPTY; TOTAL_CHANGED with `details.totalAmount` in rupees; OUT_OF_STOCK or
   *   INSUFFICIENT_STOCK with `details.lines`; CHECKOUT_IN_PROGRESS; PAYMENT_PROVIDER_FAILED; UNAVAILABLE.
   *   Nothing is held after any of them.
   */
  async begin(caller: Identity, amountRupees: number, billing?: Billing): Promise<OrderRecord> {
    const { lines } = await this.commands.ask('rpc.cart.lines.get', { userId: caller.id }, CART_MS);
    if (lines.length === 0) throw new AppError('CART_EMPTY');
    const wanted: Wanted = { lines, cartKey: cartKey(lines), totalPaise: rupeesToPaise(amountRupees), billing };
    const first = await this.open(caller, wanted);
    if (first) return this.complete(first, wanted);
    for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
      const current = await this.store.model.findOne({ userId: caller.id, open: true }).lean<OrderRecord>().exec();
      if (!current) {
        const opened = await this.open(caller, wanted);
        if (opened) return this.complete(opened, wanted);
      } else if (current.phase === 'opening') {
        if (Date.now() - current.createdAt.getTime() > STALE_OPENING_MS) await this.closer.close(current, 'fail');
        else await sleep(150);
      } else if (this.isReusable(current, wanted)) {
        return this.resume(current, wanted);
      } else {
        await this.closer.close(current, 'expire');
      }
    }
    throw new AppError('CHECKOUT_IN_PROGRESS');
  }

  /** The new order; null when another request of the same customer was faster (the unique index is the lock). */
  private async open(caller: Identity, { lines, cartKey: key, billing }: Wanted): Promise<OrderRecord | null> {
    const _id = new Types.ObjectId();
    const now = new Date();
    const order: OrderRecord = {
      _id,
      userId: caller.id,
      customer: { name: caller.name, email: caller.email },
      phase: 'opening',
      open: true,
      cartKey: key,
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
    try {
      // Past mongoose: made here as the schema has it.
      await this.store.model.collection.insertOne(order);
      phaseChanges.inc({ to: 'opening' });
      return order;
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  }

  /**
   * Holds the pieces, has the Razorpay order made, and writes both at once: until then the order is `opening`, nobody
   * can pay it, and one whose process dies is ended with its hold by whoever meets it.
   */
  private async complete(order: OrderRecord, wanted: Wanted): Promise<OrderRecord> {
    const holdExpiresAt = new Date(Date.now() + this.holdMs);
    const orderId = String(order._id);
    let held: Held;
    let razorpayOrderId: string;
    try {
      held = await this.hold(order, wanted, holdExpiresAt);
      ({ razorpayOrderId } = await this.commands.ask(
        'rpc.payment.order.create',
        { orderId, userId: order.userId, amountPaise: held.totalPaise },
        PAYMENT_MS,
      ));
    } catch (error) {
      await this.abandon(order);
      throw error;
    }
    const begun = await this.store.move(order._id, 'hold', {
      guard: { holdId: order.holdId },
      set: { lines: held.lines, totalPaise: held.totalPaise, holdExpiresAt, razorpayOrderId },
      dueAt: holdExpiresAt,
    });
    if (begun) return begun;
    // It was taken for dead and closed meanwhile: what was held for it must go back.
    await this.giveBack(order);
    throw new AppError('CHECKOUT_IN_PROGRESS');
  }

  /** @throws AppError what the catalog refuses, or UNAVAILABLE */
  private async hold({ _id, holdId }: OrderRecord, { lines, totalPaise }: Wanted, expiresAt: Date): Promise<Held> {
    const request = {
      holdId,
      orderId: String(_id),
      lines,
      expectedPaise: totalPaise,
      expiresAt: expiresAt.toISOString(),
    };
    const reply = await this.commands.ask('rpc.catalog.stock.hold', request, HOLD_MS);
    if (reply.outcome !== 'held') throw refusal(reply);
    return reply;
  }

  private isReusable(order: OrderRecord, wanted: Wanted): boolean {
    const left = (order.holdExpiresAt?.getTime() ?? 0) - Date.now();
    return (
      order.razorpayOrderId !== undefined &&
      order.cartKey === wanted.cartKey &&
      order.totalPaise === wanted.totalPaise &&
      left > Math.min(MARGIN_MS, this.holdMs / 3)
    );
  }

  private async resume(order: OrderRecord, { billing }: Wanted): Promise<OrderRecord> {
    const current = billing
      ? await this.store.write(order._id, { guard: { phase: 'checkout' }, set: { billing } })
      : order;
    if (!current) throw new AppError('CHECKOUT_IN_PROGRESS');
    return current;
  }

  /** Ends a checkout that could not be opened. Its own error is what the caller hears; the sweeper finishes what fails here. */
  private async abandon(order: OrderRecord): Promise<void> {
    try {
      // One that another request has completed meanwhile is in the customer's hands: it stays.
      await this.closer.close(order, 'fail', { razorpayOrderId: { $exists: false } });
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(order._id) }, 'the hold of a failed checkout is released later');
    }
  }

  private async giveBack(order: OrderRecord): Promise<void> {
    try {
      await this.commands.ask(
        'rpc.catalog.stock.release',
        { holdId: order.holdId, orderId: String(order._id), lines: stockLines(order) },
        CART_MS,
      );
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(order._id) }, 'a hold without checkout stays until it expires');
    }
  }
}

type Held = Extract<CommandReply<'rpc.catalog.stock.hold'>, { outcome: 'held' }>;
type Refused = Exclude<CommandReply<'rpc.catalog.stock.hold'>, Held>;

function refusal(reply: Refused): AppError {
  if (reply.outcome === 'total_changed')
    return new AppError('TOTAL_CHANGED', { details: { totalAmount: paiseToRupees(reply.totalPaise) } });
  return new AppError(reply.lines.some(({ available }) => available === 0) ? 'OUT_OF_STOCK' : 'INSUFFICIENT_STOCK', {
    details: { lines: reply.lines },
  });
}
