import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Rounds } from '@rangavalli/service-kit/rounds';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { CheckoutCloser } from '../checkout/checkout-closer.js';
import type { OrderConfig } from '../order.service-definition.js';
import type { OrderRecord } from '../orders/order.schema.js';
import { OrderStore } from '../orders/order.store.js';
import { cancelled } from '../orders/orders.service.js';
import { Finaliser, unfulfillable } from './finaliser.js';

const BATCH = 100;
const AT_ONCE = 8;
/** Waits before something that did not work is tried again: doubled each time between these, ms. */
const FIRST_WAIT_MS = 2_000;
const LAST_WAIT_MS = 3_600_000;
/** A refund that is not confirmed yet is told of again, later and later, from here on, ms. */
const RETELL_MS = 60_000;

const wait = (first: number, tries: number): number => Math.min(LAST_WAIT_MS, first * 2 ** Math.min(tries, 20));

/**
 * Takes up what nobody else finished: each order says in `dueAt` when it wants to be looked at, and its
 * phase says what is to be done then. With it a crash between any two steps costs time and nothing else.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: Rounds;

  constructor(
    private readonly store: OrderStore,
    private readonly closer: CheckoutCloser,
    private readonly finaliser: Finaliser,
    @Inject(CONFIG) config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new Rounds({ name: 'order sweeper', everyMs: config.SWEEP_MS, logger }, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  /** One round over all orders whose time has come. */
  async sweep(): Promise<void> {
    const due = await this.store.model
      .find({ dueAt: { $exists: true, $lte: new Date() } })
      .sort({ dueAt: 1 })
      .limit(BATCH)
      .lean<OrderRecord[]>()
      .exec();
    for (let first = 0; first < due.length; first += AT_ONCE) {
      await Promise.all(due.slice(first, first + AT_ONCE).map((order) => this.attend(order)));
    }
  }

  private async attend(order: OrderRecord): Promise<void> {
    try {
      await this.doWhatIsDue(order);
    } catch (error) {
      this.logger.warn(
        { err: error, orderId: String(order._id), phase: order.phase },
        'an order could not be carried on; it is tried again',
      );
      await this.lookAgain(order, FIRST_WAIT_MS);
    }
  }

  private async doWhatIsDue(order: OrderRecord): Promise<unknown> {
    switch (order.phase) {
      case 'opening':
        return this.closer.close(order, 'fail');
      case 'checkout':
        return this.closer.close(order, 'expire');
      case 'expired':
      case 'failed':
        return this.closer.release(order);
      case 'paid':
        return this.finaliser.settle(order);
      case 'refunding':
        return (
          order.payment &&
          this.lookAgain(order, RETELL_MS, [unfulfillable(order, order.payment.id, order.payment.amountPaise)])
        );
      case 'placed':
        return order.status === 'Cancelled' && this.lookAgain(order, RETELL_MS, [cancelled(order)]);
      case 'refunded':
        return this.store.write(order._id, { guard: { phase: 'refunded' }, unset: ['dueAt'] });
    }
  }

  private lookAgain(
    order: OrderRecord,
    firstMs: number,
    events: Parameters<OrderStore['write']>[1]['events'] = [],
  ): Promise<OrderRecord | null> {
    return this.store.write(order._id, {
      guard: { phase: order.phase, dueAt: order.dueAt },
      set: { dueAt: new Date(Date.now() + wait(firstMs, order.dueTries)), dueTries: order.dueTries + 1 },
      events,
    });
  }
}
