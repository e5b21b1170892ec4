import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { PaymentConfig } from '../payment.service-definition.js';
import type { CaptureRecord, PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';

/** Where an order stands, as the order service says. */
export type Standing = CommandReply<'rpc.order.states.get'>['orders'][number];

const BATCH = 200;
/** The order service is waited for this long, ms: the desk must answer without it too. */
const ASK_MS = 2_000;

/** Whether the order keeps its money: placed, and not cancelled since. */
export const stands = (order: Standing | undefined): boolean =>
  order?.phase === 'placed' && order.status !== 'Cancelled';

/** Captured money that is neither given back nor asked back. */
export const keptCaptures = ({ captures, refunds }: PaymentRecord): CaptureRecord[] =>
  captures.filter(({ paymentId }) => !refunds.some((refund) => refund.paymentId === paymentId));

/** Whether one payment came, was kept, and has its order. */
const isPlain = ({ captures, refunds }: PaymentRecord, order: Standing | undefined): boolean =>
  captures.length === 1 && refunds.length === 0 && stands(order);

/**
 * Finds out which captured payments have an order behind them, and notes it at the payment, so that the desk can
 * count and list those that have none without asking about all that ever were.
 */
@Injectable()
export class Standings implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: PeriodicTask;
  private adopted = false;

  constructor(
    private readonly store: PaymentStore,
    private readonly commands: Commands,
    @Inject(CONFIG) private readonly config: PaymentConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new PeriodicTask({ name: 'desk', intervalMs: config.DESK_SWEEP_MS, logger }, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /**
   * Where these orders stand.
   * @throws AppError UNAVAILABLE when the order service is away
   */
  async of(orderIds: string[]): Promise<Map<string, Standing>> {
    if (orderIds.length === 0) return new Map();
    const { orders } = await this.commands.request('rpc.order.states.get', { orderIds }, ASK_MS);
    return new Map(orders.map((order) => [order.orderId, order]));
  }

  /**
   * Has the order let go of a payment for ever, so that it can be given back while news of its capture are on their way.
   * @throws AppError UNAVAILABLE when the order service is away, or the order moved on meanwhile
   */
  async letGo(
    orderId: string,
    razorpayPaymentId: string,
  ): Promise<CommandReply<'rpc.order.payment.reject'>['outcome']> {
    return (await this.commands.request('rpc.order.payment.reject', { orderId, razorpayPaymentId }, ASK_MS)).outcome;
  }

  /** Whether captured money has had the time to become an order. */
  isOverdue(payment: PaymentRecord): boolean {
    return keptCaptures(payment).some(({ at }) => at.getTime() <= Date.now() - this.config.DESK_GRACE_MS);
  }

  /**
   * Whether money was captured that no order has: none stands, or one stands and more than one payment was kept.
   * @param order undefined: the order service knows of none
   */
  isWithoutOrder(payment: PaymentRecord, order: Standing | undefined): boolean {
    return this.isOverdue(payment) && keptCaptures(payment).length > (stands(order) ? 1 : 0);
  }

  /**
   * Compares every payment that is not settled with the orders.
   * @throws AppError UNAVAILABLE when the order service is away; what was found out until then is kept
   */
  async settle(): Promise<void> {
    const old = new Date(Date.now() - this.config.DESK_GRACE_MS);
    for (let after = ''; ;) {
      const open = await this.store.model
        .find({
          standing: { $in: ['unknown', 'missing'] },
          'captures.at': { $lte: old },
          ...(after ? { _id: { $gt: after } } : {}),
        })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<PaymentRecord[]>()
        .exec();
      const orders = await this.of(open.map(({ _id }) => _id));
      const plain = new Set(open.filter((payment) => isPlain(payment, orders.get(payment._id))));
      if (plain.size > 0) await this.notePlain([...plain]);
      for (const payment of open) if (!plain.has(payment)) await this.note(payment, orders.get(payment._id));
      const last = open.at(-1);
      if (!last || open.length < BATCH) return;
      after = last._id;
    }
  }

  /** What the process does by itself, again and again. */
  async round(): Promise<void> {
    if (!this.adopted) {
      // Captures recorded by a release that knew of no standing are compared as well.
      await this.store.model.updateMany(
        { state: 'captured', standing: { $exists: false }, refunds: { $size: 0 } },
        { $set: { standing: 'unknown' } },
      );
      this.adopted = true;
    }
    await this.settle();
  }

  /** Almost all of them, and so in one command. */
  private async notePlain(payments: readonly PaymentRecord[]): Promise<void> {
    const asSeen = { captures: { $size: 1 }, refunds: { $size: 0 } };
    await this.store.model
      .updateMany({ _id: { $in: payments.map(({ _id }) => _id) }, ...asSeen }, { $set: { standing: 'stands' } })
      .exec();
  }

  /** Written only while the payment is as it was seen: money that came or went meanwhile is compared anew. */
  private async note(payment: PaymentRecord, order: Standing | undefined): Promise<void> {
    const kept = keptCaptures(payment).length;
    const standing =
      kept === 0 ? undefined : this.isWithoutOrder(payment, order) ? 'missing' : stands(order) ? 'stands' : 'unknown';
    if (standing === payment.standing) return;
    await this.store.write(
      payment._id,
      { captures: { $size: payment.captures.length }, refunds: { $size: payment.refunds.length } },
      standing ? { $set: { standing } } : { $unset: { standing: 1 } },
    );
  }
}
