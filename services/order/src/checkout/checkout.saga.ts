import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { HeldLine } from '@rangavalli/contracts/commands/lines';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { isErrorCode } from '@rangavalli/contracts/errors';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { inPurchase } from '@rangavalli/service-kit/tracing/tracing';
import { CodChecks } from '../cash/cod-checks.service.js';
import { OrderCredit } from '../credit/order-credit.service.js';
import { Deliveries } from '../delivery/deliveries.service.js';
import { HoldLimits } from '../holds/hold-limits.service.js';
import type { HoldPlan } from '../holds/hold-plan.js';
import { holdTermsOf } from '../orders/order-search.js';
import { OfferUses } from '../offers/offer-uses.service.js';
import type { OrderConfig } from '../order.config.js';
import { Quotes } from '../pricing/quotes.service.js';
import { type Capture, PlacementService } from '../placement/placement.service.js';
import { priceLines, StockHolds } from '../stock/stock-holds.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';
import { onlineShareOf } from './payment-shares.js';
import {
  costsAsExpected,
  type Customer,
  OpenCheckouts,
  PAYMENT_ORDER_DEADLINE_MS,
  type RequestedCart,
  type CheckoutForm,
} from './open-checkouts.service.js';

const CART_DEADLINE_MS = 3_000;

/**
 * The checkout saga (architecture §3), top to bottom. Every step is a guarded write of the order or a command that may
 * be repeated, so a crash between two steps costs time only: the sweeper resumes the order from its phase.
 *
 * 1. `beginCheckout`: cart lines, delivery promise, order `opening`, stock held, quote computed and compared, offers
 *    and store credit reserved, Razorpay order created, order `checkout`. For cash on delivery a code is emailed
 *    instead of the Razorpay order, see `cash/`.
 * 2. `placeOrder`: payment captured, order `paid`, offers kept, hold committed, order `placed`; without stock
 *    `refunding`. `confirm`: code entered, or store credit covers the total, order `confirmed`, then the same; without
 *    stock `failed`.
 * 3. `expireCheckout`: not paid in time, order `expired`, offers, credit and stock released. A late payment places it
 *    while stock, prices, offers and credit allow; one of a replaced or released checkout is refunded.
 *
 * Cancellation: `orders/orders.service.ts`; confirmed refunds: `OrderStore.recordRefund`.
 */
@Injectable()
export class CheckoutSaga {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
    private readonly stock: StockHolds,
    private readonly checkouts: OpenCheckouts,
    private readonly placement: PlacementService,
    private readonly limits: HoldLimits,
    private readonly quotes: Quotes,
    private readonly cod: CodChecks,
    private readonly deliveries: Deliveries,
    private readonly uses: OfferUses,
    private readonly credit: OrderCredit,
    @Inject(CONFIG) private readonly config: OrderConfig,
  ) {}

  /**
   * Returns the caller's pending checkout for the current cart, or a new one.
   * @param amountRupees the total that the caller saw; compared, never trusted (invariant 2)
   * @throws AppError CART_EMPTY, PIN_NOT_SERVED, TOTAL_CHANGED, OUT_OF_STOCK, INSUFFICIENT_STOCK, CHECKOUT_IN_PROGRESS,
   *   HOLD_LIMIT, COD_NOT_AVAILABLE, CREDIT_INSUFFICIENT, PAYMENT_PROVIDER_FAILED, UNAVAILABLE; no new stock stays held
   *   after an error
   */
  async beginCheckout(caller: Identity, amountRupees: number, form: CheckoutForm = {}): Promise<OrderRecord> {
    const request = { userId: caller.id };
    const { lines, coupon } = await this.commands.request('rpc.cart.lines.get', request, CART_DEADLINE_MS);
    if (lines.length === 0) throw new AppError('CART_EMPTY');
    this.limits.checkUnits(
      caller,
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    const delivery = await this.deliveries.find(form.billing, lines);
    const cart = { ...form, lines, coupon, delivery, expectedPaise: rupeesToPaise(amountRupees) };
    const order = await this.checkouts.claim(caller, cart);
    if (order.phase === 'checkout') return this.reuse(order);

    const plan = await this.planHold(order);
    const opened = await this.open(order, cart, plan);
    await this.limits.record(opened, plan);
    return opened;
  }

  /**
   * Opens a checkout that staff compose for a customer on the phone. It holds its stock for `PAYMENT_LINK_HOLD_S`.
   * Idempotent by `requestId`.
   * @throws AppError as `beginCheckout`, but for the total and the limits of accounts; COUPON_… with the reason
   */
  async beginPhoneOrder(
    customer: Customer,
    form: CheckoutForm & Pick<RequestedCart, 'lines' | 'coupon'>,
    request: { requestId: string; staff: Identity },
  ): Promise<OrderRecord> {
    const units = form.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    this.limits.checkUnits({ emailVerified: true }, units);
    const delivery = await this.deliveries.find(form.billing, form.lines);
    const cart = { ...form, delivery };
    const order = await this.checkouts.createPhoneOrder(customer, cart, request);
    if (order.phase !== 'opening') return order;
    const expiresAt = new Date(Date.now() + this.config.PAYMENT_LINK_HOLD_S * 1_000);
    const audit = createAuditEvent(request.staff, {
      action: 'order.taken_by_phone',
      subject: 'order',
      subjectId: String(order._id),
      label: order.orderNumber,
      changes: [],
    });
    return this.open(order, cart, { expiresAt, renewals: 0 }, [audit]);
  }

  /** Holds, prices and opens an order in `opening`; ends it on an error. */
  private async open(
    order: OrderRecord,
    cart: RequestedCart,
    { expiresAt: holdExpiresAt, renewals }: Pick<HoldPlan, 'expiresAt' | 'renewals'>,
    events: Envelope[] = [],
  ): Promise<OrderRecord> {
    const { holdId } = order;
    const orderId = String(order._id);
    let opened: OrderRecord | null;
    try {
      const held = await this.stock.hold(order, holdExpiresAt);
      const { quote, offerIds } = await this.quoteAndReserve(order, held, cart);
      const { totalPaise } = quote;
      const shares = await this.share(order, totalPaise);
      const onlinePaise = onlineShareOf({ ...order, ...shares, totalPaise });
      const paymentOrder = onlinePaise > 0 ? await this.createPaymentOrder(order, onlinePaise) : {};
      const priced = priceLines(order, held);
      opened = await this.store.transition(orderId, 'open', {
        guard: { holdId },
        set: {
          lines: priced,
          totalPaise,
          quote,
          ...(offerIds.length > 0 ? { offerIds } : {}),
          ...shares,
          holdExpiresAt,
          renewals,
          ...paymentOrder,
          searchTerms: holdTermsOf(order, priced),
        },
        dueAt: holdExpiresAt,
        events,
      });
    } catch (error) {
      await this.checkouts.abandon(order);
      throw error;
    }
    if (opened) return opened;
    // The order was ended as stale, possibly before the hold was taken.
    await this.checkouts.releaseReservations(order);
    throw new AppError('CHECKOUT_IN_PROGRESS');
  }

  /** Ends a pending checkout that may not be paid in cash any more: its code must not confirm it. */
  private async reuse(order: OrderRecord): Promise<OrderRecord> {
    if (!order.method || !order.quote) return order;
    try {
      await this.cod.assertAvailable(order, order.quote);
    } catch (error) {
      await this.checkouts.end(order, 'supersede');
      throw error;
    }
    return order;
  }

  /** Reserves the store credit, and computes the advance of a part payment. @throws AppError CREDIT_COVERS_TOTAL */
  private async share(
    order: OrderRecord,
    totalPaise: number,
  ): Promise<Pick<OrderRecord, 'creditPaise' | 'advancePaise'>> {
    const creditPaise = order.useCredit ? await this.credit.reserve(order, totalPaise) : 0;
    const payablePaise = totalPaise - creditPaise;
    if (order.method && payablePaise === 0) throw new AppError('CREDIT_COVERS_TOTAL');
    return {
      ...(creditPaise > 0 ? { creditPaise } : {}),
      ...(order.method === 'part' ? { advancePaise: await this.cod.advancePaise(payablePaise) } : {}),
    };
  }

  private async createPaymentOrder(
    { _id, orderNumber, userId }: OrderRecord,
    amountPaise: number,
  ): Promise<{ razorpayOrderId: string }> {
    const request = { orderId: String(_id), orderNumber, userId, amountPaise };
    const { razorpayOrderId } = await this.commands.request(
      'rpc.payment.order.create',
      request,
      PAYMENT_ORDER_DEADLINE_MS,
    );
    return { razorpayOrderId };
  }

  /**
   * Computes the quote, compares it with what the customer saw, and reserves its offers. An automatic offer that is
   * used up meanwhile is left out of the quote. Nobody sees the total of a phone order before it is taken: a coupon
   * that does not apply is refused.
   * @throws AppError TOTAL_CHANGED with the new total; COD_NOT_AVAILABLE; COUPON_USED_UP, COUPON_USED_BY_YOU, and for a
   *   phone order every other COUPON_…
   */
  private async quoteAndReserve(
    order: OrderRecord,
    held: readonly HeldLine[],
    cart: RequestedCart,
  ): Promise<{ quote: Quote; offerIds: string[] }> {
    const without: string[] = [];
    const codFeePaise = order.method === 'cod' ? await this.cod.feePaise() : undefined;
    for (;;) {
      const { quote, offers, problem } = await this.quotes.quoteOrder(order, held, { without, codFeePaise });
      if (problem && order.takenBy && isErrorCode(problem.code)) throw new AppError(problem.code, problem);
      if (order.method) await this.cod.assertAvailable(order, quote);
      if (!costsAsExpected(quote, cart))
        throw new AppError('TOTAL_CHANGED', { details: { totalAmount: paiseToRupees(quote.totalPaise) } });
      const refused = await this.uses.reserve(order, offers);
      if (!refused) return { quote, offerIds: offers.map(({ _id }) => String(_id)) };
      if (offers.some(({ _id, code }) => code && String(_id) === refused.offerId)) throw new AppError(refused.refusal);
      without.push(refused.offerId);
    }
  }

  /** Deletes the order when a limit refuses it, so that refused requests leave nothing behind. */
  private async planHold(order: OrderRecord): Promise<HoldPlan> {
    try {
      const plan = await this.limits.plan(order.userId);
      await this.limits.reserve(order, plan);
      return plan;
    } catch (error) {
      await this.store.discard(order._id);
      throw error;
    }
  }

  /**
   * Places or refunds the order of a captured payment. Verify call and webhook event both end here (invariant 3).
   * @throws AppError ORDER_NOT_FOUND; PAYMENT_REFUNDED for a second payment; UNAVAILABLE when the sweeper will place it
   */
  async placeOrder(orderId: string, capture: Capture): Promise<OrderRecord> {
    const leaseToken = randomUUID();
    const order = await this.placement.recordCapture(orderId, capture, leaseToken);
    return this.completePaidOrder(order, leaseToken);
  }

  /**
   * Places the order of a checkout whose code the customer has entered, or which store credit covers; without stock it
   * fails.
   * @throws AppError CHECKOUT_ENDED; UNAVAILABLE when the sweeper will place it
   */
  async confirm(order: OrderRecord): Promise<OrderRecord> {
    const leaseToken = randomUUID();
    const confirmed = await this.placement.confirm(order, leaseToken);
    // A simultaneous request may have confirmed it.
    const current = confirmed ?? (await this.store.findById(order._id));
    if (!current || !['confirmed', 'placed'].includes(current.phase)) throw new AppError('CHECKOUT_ENDED');
    return this.completePaidOrder(current, leaseToken);
  }

  /** Resumes a paid or confirmed order; returns any other order unchanged. */
  completePaidOrder(order: OrderRecord, leaseToken: string = randomUUID()): Promise<OrderRecord> {
    return inPurchase('place order', purchaseOf(order), () =>
      this.placement.withLease(order, leaseToken, (leased) => this.placeOrRefund(leased, leaseToken)),
    );
  }

  /** Returns null when the lease was lost. */
  private async placeOrRefund(order: OrderRecord, leaseToken: string): Promise<OrderRecord | null> {
    // Its prices are no longer offered, or its units were given to others.
    if (order.phase === 'paid' && (order.isWithdrawn || order.payment?.amountPaise !== onlineShareOf(order)))
      return this.abandonPlacing(order, leaseToken);
    if (!(await this.uses.keep(order)) || !(await this.credit.keep(order)))
      return this.abandonPlacing(order, leaseToken);
    if (await this.stock.commit(order)) return this.placement.markPlaced(order);

    // The hold expired before the payment or the confirmation arrived: hold again, under a new id.
    const renewed = await this.placement.assignNewHold(order, leaseToken);
    if (!renewed) return null;
    if (!(await this.stock.holdAgain(renewed))) return this.abandonPlacing(renewed, leaseToken);
    const held = await this.placement.renewLease(renewed, leaseToken);
    if (!held) return null;
    if (await this.stock.commit(held)) return this.placement.markPlaced(held);
    throw new AppError('UNAVAILABLE');
  }

  /**
   * Refunds a payment; a confirmed order that nobody has paid for just ends. Its reservations are released only after
   * the guarded write: when the lease was lost, another process may have placed the order with them.
   */
  private async abandonPlacing(order: OrderRecord, leaseToken: string): Promise<OrderRecord | null> {
    const abandoned =
      order.phase === 'confirmed'
        ? await this.placement.giveUp(order, leaseToken)
        : await this.placement.requestRefund(order, leaseToken);
    if (abandoned) await this.checkouts.releaseReservations(abandoned);
    return abandoned;
  }

  expireCheckout(order: OrderRecord): Promise<OrderRecord | null> {
    return this.checkouts.end(order, 'expire');
  }
}
