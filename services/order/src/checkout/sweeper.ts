import { Inject, Injectable } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import { withOrder } from '@rangavalli/service-kit/log/context';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { createOrderCancelled, createOrderUnfulfillable } from '../events/order-events.js';
import type { OrderConfig } from '../order.config.js';
import { OfferUses } from '../offers/offer-uses.service.js';
import type { OrderRecord } from '../store/order.schema.js';
import { REFUND_CHECK_MS } from '../store/order-state.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';
import { CheckoutSaga } from './checkout.saga.js';
import { OpenCheckouts } from './open-checkouts.service.js';

const BATCH = 100;
const CONCURRENCY = 8;
/** Doubled on each try up to the maximum. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 3_600_000;

const backOff = (firstMs: number, tries: number): number => Math.min(MAX_RETRY_MS, firstMs * 2 ** Math.min(tries, 20));

@Injectable()
export class Sweeper {
  constructor(
    private readonly store: OrderStore,
    private readonly saga: CheckoutSaga,
    private readonly checkouts: OpenCheckouts,
    private readonly uses: OfferUses,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Repeats('order sweeper', ({ SWEEP_MS }: OrderConfig) => SWEEP_MS)
  async sweep(): Promise<void> {
    await this.uses.sweep();
    const due = await this.store.model
      .find({ dueAt: { $exists: true, $lte: new Date() } })
      .sort({ dueAt: 1 })
      .limit(BATCH)
      .lean<OrderRecord[]>()
      .exec();
    for (let first = 0; first < due.length; first += CONCURRENCY)
      await Promise.all(due.slice(first, first + CONCURRENCY).map((order) => this.resumeOrRetryLater(order)));
  }

  private async resumeOrRetryLater(order: OrderRecord): Promise<void> {
    try {
      await withOrder(purchaseOf(order), () => this.resume(order));
    } catch (error) {
      const { _id, phase } = order;
      this.logger.warn({ err: error, orderId: String(_id), phase }, 'order could not be resumed; it will be retried');
      await this.reschedule(order, FIRST_RETRY_MS);
    }
  }

  private async resume(order: OrderRecord): Promise<unknown> {
    switch (order.phase) {
      case 'opening':
        return this.checkouts.end(order, 'fail');
      case 'checkout':
        return this.saga.expireCheckout(order);
      case 'expired':
      case 'failed':
      case 'refunded':
        return this.checkouts.releaseStock(order);
      case 'paid':
      case 'confirmed':
        return this.saga.completePaidOrder(order);
      case 'refunding': {
        const { payment } = order;
        const events = payment ? [createOrderUnfulfillable(order, payment.id, payment.amountPaise)] : [];
        await this.reschedule(order, REFUND_CHECK_MS, events);
        return this.checkouts.release(order);
      }
      case 'placed':
        if (order.status !== 'Cancelled') return undefined;
        return order.payment
          ? this.reschedule(order, REFUND_CHECK_MS, [createOrderCancelled(order)])
          : this.restock(order);
    }
  }

  /** After a restore. An order that was not paid online has no refund to wait for. */
  private restock(order: OrderRecord): Promise<OrderRecord | null> {
    return this.store.update(order._id, {
      guard: { phase: order.phase, dueAt: order.dueAt },
      unset: ['dueAt'],
      events: [createOrderCancelled(order)],
    });
  }

  private reschedule(order: OrderRecord, firstMs: number, events: Envelope[] = []): Promise<OrderRecord | null> {
    return this.store.update(order._id, {
      guard: { phase: order.phase, dueAt: order.dueAt },
      set: { dueAt: new Date(Date.now() + backOff(firstMs, order.dueTries)), dueTries: order.dueTries + 1 },
      events,
    });
  }
}
