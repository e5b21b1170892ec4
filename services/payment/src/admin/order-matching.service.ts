import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.config.js';
import { buildCapturedEvent } from '../payments/payment-events.js';
import { type CaptureRecord, isRefunding, type PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { ReturnRefunds } from '../refunds/return-refunds.service.js';
import { problemIndexes } from './payment-problems.js';

export type OrderState = CommandReply<'rpc.order.states.get'>['orders'][number];

const BATCH = 200;
/** Short, because admin pages work without the order service too, ms. */
const DEADLINE_MS = 2_000;

/** Whether the order keeps its payment: placed and not cancelled. */
export const isActive = (order: OrderState | undefined): boolean =>
  order?.phase === 'placed' && order.status !== 'Cancelled';

/**
 * Returns the captures that are not refunded. An order that is not cancelled keeps one whose items were all returned.
 * @param returnedPaise what is or will be refunded of each Razorpay payment for cancelled items and returns
 */
export const keptCaptures = (
  { captures, refunds }: PaymentRecord,
  order: OrderState | undefined,
  returnedPaise: ReadonlyMap<string, number>,
): CaptureRecord[] =>
  captures.filter(
    ({ paymentId, amountPaise }) =>
      (isActive(order) || (returnedPaise.get(paymentId) ?? 0) < amountPaise) &&
      !refunds.some((refund) => refund.paymentId === paymentId && isRefunding(refund)),
  );

@Injectable()
export class OrderMatching {
  constructor(
    private readonly store: PaymentStore,
    private readonly commands: Commands,
    private readonly returns: ReturnRefunds,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  async orderStates(orderIds: string[]): Promise<Map<string, OrderState>> {
    if (orderIds.length === 0) return new Map();
    const { orders } = await this.commands.request('rpc.order.states.get', { orderIds }, DEADLINE_MS);
    return new Map(orders.map((order) => [order.orderId, order]));
  }

  /**
   * Makes the order reject a payment for ever, so that it can be refunded while its capture event is in flight.
   * @throws AppError UNAVAILABLE when the order service does not reply
   */
  async rejectPayment(
    orderId: string,
    razorpayPaymentId: string,
  ): Promise<CommandReply<'rpc.order.payment.reject'>['outcome']> {
    const request = { orderId, razorpayPaymentId };
    return (await this.commands.request('rpc.order.payment.reject', request, DEADLINE_MS)).outcome;
  }

  /** Whether more money was captured and kept than the order pays for, after the grace period. */
  isWithoutOrder(kept: CaptureRecord[], order: OrderState | undefined): boolean {
    const isOverdue = kept.some(({ at }) => at.getTime() <= Date.now() - this.config.ORDER_MATCH_GRACE_MS);
    return isOverdue && kept.length > (isActive(order) ? 1 : 0);
  }

  /**
   * Matches every payment that is not matched yet.
   * @throws AppError UNAVAILABLE when the order service does not reply; matches until then are stored
   */
  @Repeats('order matching', ({ ORDER_MATCH_MS }: PaymentConfig) => ORDER_MATCH_MS)
  async matchAll(): Promise<void> {
    const graceEnd = new Date(Date.now() - this.config.ORDER_MATCH_GRACE_MS);
    let lastId = '';
    for (;;) {
      const payments = await this.store.model
        .find({
          orderMatch: { $in: ['unchecked', 'missing'] },
          'captures.at': { $lte: graceEnd },
          ...(lastId ? { _id: { $gt: lastId } } : {}),
        })
        .sort({ _id: 1 })
        // DocumentDB may read all payments in their order instead.
        .hint(problemIndexes.captured_without_order)
        .limit(BATCH)
        .lean<PaymentRecord[]>();
      const orders = await this.orderStates(payments.map(({ _id }) => _id));
      const isPlain = ({ _id, captures, refunds }: PaymentRecord) =>
        captures.length === 1 && refunds.length === 0 && isActive(orders.get(_id));
      const plainIds = payments.filter(isPlain).map(({ _id }) => _id);
      if (plainIds.length > 0)
        await this.store.model.updateMany(
          { _id: { $in: plainIds }, captures: { $size: 1 }, refunds: { $size: 0 } },
          { $set: { orderMatch: 'matched' } },
          { runValidators: true },
        );
      const others = payments.filter((payment) => !isPlain(payment));
      const returnedPaise = await this.returns.refundedPaise(others.map(({ _id }) => _id));
      for (const payment of others) {
        const order = orders.get(payment._id);
        await this.match(payment, keptCaptures(payment, order, returnedPaise), order);
      }
      if (payments.length < BATCH) return;
      lastId = payments.at(-1)?._id ?? '';
    }
  }

  /**
   * Guarded by the captures and refunds that were read: after a change the payment is matched again. A payment that
   * turns out to have no order publishes its captures again, once, in case their events were lost.
   */
  private async match(payment: PaymentRecord, kept: CaptureRecord[], order: OrderState | undefined): Promise<void> {
    let orderMatch: PaymentRecord['orderMatch'];
    if (kept.length > 0)
      orderMatch = this.isWithoutOrder(kept, order) ? 'missing' : isActive(order) ? 'matched' : 'unchecked';
    if (orderMatch === payment.orderMatch) return;
    const capturedAgain = kept.map((capture) => buildCapturedEvent(payment, capture));
    await this.store.update(
      payment._id,
      { captures: { $size: payment.captures.length }, refunds: { $size: payment.refunds.length } },
      {
        ...(orderMatch ? { $set: { orderMatch } } : { $unset: { orderMatch: 1 } }),
        ...(orderMatch === 'missing' ? { $push: { outbox: { $each: capturedAgain } } } : {}),
      },
    );
  }
}
