import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { webhookOutcomes } from '@rangavalli/contracts/entities/payments-admin';
import { batch } from '@rangavalli/service-kit/batch';
import { InFlightTasks } from '@rangavalli/service-kit/in-flight-tasks';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';

/** Forged deliveries overwrite each other in so many documents: they cannot fill the disk. */
export const FORGED_SLOTS = 200;
const MAX_FORGED_PER_SECOND = 10;
/** Further deliveries are not logged while the database is slow or unavailable. */
const MAX_PENDING = 500;
const BATCH_MS = 250;
const MAX_ERROR_LENGTH = 300;
const STOP_TIMEOUT_MS = 3_000;

const deliveries = new Counter({
  name: 'payment_webhooks_total',
  help: `Webhook deliveries by outcome: ${webhookOutcomes.join(', ')}.`,
  labelNames: ['outcome'],
});
// Initialised, because Prometheus' rates ignore the increment with which a series begins.
for (const outcome of webhookOutcomes) deliveries.inc({ outcome }, 0);

export type LoggedDelivery = Omit<DeliveryRecord, '_id' | 'receivedAt'>;

/** Logs webhook deliveries in the background: responses neither wait for the log nor fail with it. */
@Injectable()
export class DeliveryLog implements BeforeApplicationShutdown {
  private readonly inFlight = new InFlightTasks();
  private readonly insert = batch(BATCH_MS, MAX_PENDING, async (deliveries: readonly DeliveryRecord[]) => {
    await this.run(this.model.insertMany(deliveries, { ordered: false }), deliveries);
    return deliveries.map(() => undefined);
  });
  private forgedSecond = 0;
  private forgedCount = 0;

  constructor(
    @InjectModel(DELIVERY) private readonly model: Model<DeliveryRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.inFlight.idle(STOP_TIMEOUT_MS);
  }

  add(delivery: LoggedDelivery): void {
    deliveries.inc({ outcome: delivery.outcome });
    if (!this.isFull(delivery))
      this.inFlight.add(this.insert({ _id: randomUUID(), ...delivery, receivedAt: new Date() }));
  }

  addForged(): void {
    deliveries.inc({ outcome: 'forged' });
    const second = Math.floor(Date.now() / 1_000);
    this.forgedCount = second === this.forgedSecond ? this.forgedCount + 1 : 1;
    this.forgedSecond = second;
    const delivery = { event: 'unknown', outcome: 'forged', error: 'The signature is invalid.' } as const;
    if (this.forgedCount > MAX_FORGED_PER_SECOND || this.isFull(delivery)) return;
    const _id = `forged-${Math.floor(Math.random() * FORGED_SLOTS)}`;
    const update = { $set: { ...delivery, receivedAt: new Date() } };
    const write = this.model.updateOne({ _id }, update, { upsert: true, runValidators: true }).exec();
    this.inFlight.add(this.run(write, [delivery]));
  }

  private isFull({ event, eventId, outcome }: LoggedDelivery): boolean {
    if (this.inFlight.size < MAX_PENDING) return false;
    this.logger.warn({ event, eventId, outcome }, 'webhook delivery not logged: too many writes pending');
    return true;
  }

  private async run(write: Promise<unknown>, deliveries: readonly LoggedDelivery[]): Promise<void> {
    try {
      await write;
    } catch (error) {
      const context = deliveries.map(({ event, eventId, outcome }) => ({ event, eventId, outcome }));
      this.logger.warn({ err: error, deliveries: context }, 'webhook deliveries not logged');
    }
  }
}

export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH);
