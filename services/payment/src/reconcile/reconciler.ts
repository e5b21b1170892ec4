import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { PaymentConfig } from '../payment.service-definition.js';
import { Captures } from '../payments/captures.service.js';
import { isThere, type PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { Refunds } from '../refunds/refunds.service.js';

/** Money that has not come by then comes by webhook or not at all, ms. */
const GIVE_UP_MS = 2 * 86_400_000;
const LONGEST_PAUSE_MS = 3_600_000;
const BATCH = 50;
const AT_ONCE = 4;

/**
 * Asks Razorpay about orders of whose money nobody told us: the browser was closed before it could, and
 * the webhook went astray. Each is asked about ever more seldom, so that old ones cost little. It also
 * carries on refunds.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: PeriodicTask[];

  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    refunds: Refunds,
    @Inject(CONFIG) private readonly config: PaymentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = [
      new PeriodicTask({ name: 'reconciler', intervalMs: config.RECONCILE_MS, logger }, () => this.reconcile()),
      new PeriodicTask({ name: 'refund sweeper', intervalMs: config.REFUND_SWEEP_MS, logger }, () => refunds.sweep()),
    ];
  }

  onApplicationBootstrap(): void {
    for (const round of this.rounds) round.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.rounds.map((round) => round.stop()));
  }

  /** One round over all payments whose time has come. */
  async reconcile(): Promise<void> {
    const due = await this.store.model
      .find({ nextCheckAt: { ...isThere, $lte: new Date() } })
      .sort({ nextCheckAt: 1 })
      .limit(BATCH)
      .lean<PaymentRecord[]>()
      .exec();
    for (let first = 0; first < due.length; first += AT_ONCE) {
      await Promise.all(due.slice(first, first + AT_ONCE).map((payment) => this.check(payment)));
    }
  }

  private async check(payment: PaymentRecord): Promise<void> {
    const taken = await this.postpone(payment);
    if (!taken?.razorpayOrderId) return;
    try {
      for (const current of await this.razorpay.paymentsOfOrder(taken.razorpayOrderId))
        await this.captures.takeNotice(taken, current);
    } catch (error) {
      this.logger.warn(
        { err: error, orderId: payment._id },
        'Razorpay could not be asked about an order; it is asked again',
      );
    }
  }

  /** The next time comes first, and only one process gets to set it. */
  private postpone(payment: PaymentRecord): Promise<PaymentRecord | null> {
    const pause = Math.min(LONGEST_PAUSE_MS, this.config.RECONCILE_AFTER_MS * 2 ** Math.min(payment.checks, 12));
    const next = new Date(Date.now() + pause);
    const over = next.getTime() - payment.createdAt.getTime() > GIVE_UP_MS;
    return this.store.write(
      payment._id,
      { nextCheckAt: payment.nextCheckAt, checks: payment.checks },
      { $inc: { checks: 1 }, ...(over ? { $unset: { nextCheckAt: 1 } } : { $set: { nextCheckAt: next } }) },
    );
  }
}
