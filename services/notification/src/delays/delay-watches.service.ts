import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { EventData } from '@rangavalli/contracts/events';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { batch } from '@rangavalli/service-kit/batch';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { NotificationConfig } from '../notification.config.js';
import { Notifier } from '../notices/notifier.service.js';
import { DELAY_WATCH, type DelayWatchRecord } from './delay-watch.schema.js';

const BATCH = 100;
const CLAIM_MS = 120_000;
/** Writes of this many ms go to the database as one command. */
const WRITE_BATCH_MS = 100;

type Late = DelayWatchRecord & Required<Pick<DelayWatchRecord, 'orderNumber' | 'promisedBy'>>;

/** Orders whose promised date has passed: each customer is notified once. */
@Injectable()
export class DelayWatches {
  private readonly store = batch(WRITE_BATCH_MS, BATCH, (watches: readonly DelayWatchRecord[]) =>
    this.storeAll(watches),
  );

  constructor(
    @InjectModel(DELAY_WATCH) private readonly watches: Model<DelayWatchRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly notifier: Notifier,
  ) {}

  /** Idempotent. Orders without a promise are not watched. */
  async watch({
    orderId,
    orderNumber,
    userId,
    promise,
    customer,
    recipient,
  }: EventData<'order.placed'>): Promise<void> {
    if (!promise) return;
    await this.store({
      _id: orderId,
      orderNumber,
      userId,
      promisedBy: promise.to,
      customer: { ...customer, ...(recipient ? { phone: recipient.phone } : {}) } as NonNullable<
        DelayWatchRecord['customer']
      >,
      createdAt: new Date(),
    });
  }

  /** Also before the order is watched. */
  async end({ orderId, userId }: { orderId: string; userId: string }): Promise<void> {
    await this.watches.updateOne(
      { _id: orderId },
      {
        $set: { userId },
        $unset: { orderNumber: 1, promisedBy: 1, customer: 1, claimedUntil: 1 },
        $setOnInsert: { createdAt: new Date() },
      },
      { upsert: true },
    );
  }

  async deleteOf(userId: string): Promise<void> {
    await this.watches.deleteMany({ userId });
  }

  /** Notifies the customers of orders that were promised for an earlier day. */
  @Repeats('delayed orders', ({ DELAY_SWEEP_MS }: NotificationConfig) => DELAY_SWEEP_MS)
  async notifyLate(now = new Date()): Promise<void> {
    const late = { promisedBy: { $lt: toIndianDay(now) } };
    const isFree = { $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lt: now } }] };
    for (;;) {
      const watch = await this.watches
        .findOneAndUpdate(
          { ...late, ...isFree },
          { $set: { claimedUntil: new Date(now.getTime() + CLAIM_MS) } },
          { returnDocument: 'after' },
        )
        .lean<Late>();
      if (!watch) return;
      await this.notifyOne(watch).catch((error: unknown) =>
        this.logger.warn({ err: error, orderId: watch._id }, 'message about a delay not sent yet'),
      );
    }
  }

  private async notifyOne({ _id: orderId, orderNumber, userId, promisedBy, customer = {} }: Late): Promise<void> {
    const { email, phone } = customer;
    const outcome = await this.notifier.notify({
      id: `delayed-${orderId}`,
      kind: 'delayed',
      receiver: { userId, email, phone },
      data: { orderId, orderNumber, promisedBy, customer },
      orderId,
      orderNumber,
    });
    if (outcome !== 'pending') await this.end({ orderId, userId });
  }

  private async storeAll(watches: readonly DelayWatchRecord[]): Promise<undefined[]> {
    await this.watches.bulkWrite(
      watches.map(({ _id, ...watch }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: watch }, upsert: true },
      })),
      { ordered: false },
    );
    return watches.map(() => undefined);
  }
}
