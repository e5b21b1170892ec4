import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { InFlightTasks } from '@rangavalli/service-kit/in-flight-tasks';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';

/** Forged deliveries overwrite each other in so many documents: they cannot fill the disk. */
export const FORGED_SLOTS = 200;
const MAX_FORGED_PER_SECOND = 10;
/** Further deliveries are not logged while the database is slow or unavailable. */
const MAX_PENDING = 500;
const BATCH_MS = 250;
const MAX_ERROR_LENGTH = 300;
const STOP_TIMEOUT_MS = 3_000;

export type LoggedDelivery = Omit<DeliveryRecord, '_id' | 'receivedAt'>;

/** Logs webhook deliveries in the background: responses neither wait for the log nor fail with it. */
@Injectable()
export class DeliveryLog implements BeforeApplicationShutdown {
  private readonly inFlight = new InFlightTasks();
  private batch: DeliveryRecord[] = [];
  private timer: NodeJS.Timeout | undefined;
  private forgedSecond = 0;
  private forgedCount = 0;

  constructor(
    @InjectModel(DELIVERY) private readonly model: Model<DeliveryRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.writeBatch();
    await this.inFlight.idle(STOP_TIMEOUT_MS);
  }

  /** Logs a delivery with a valid signature. */
  add(delivery: LoggedDelivery): void {
    if (this.isFull(delivery)) return;
    this.batch.push({ _id: randomUUID(), ...delivery, receivedAt: new Date() });
    this.timer ??= setTimeout(() => this.writeBatch(), BATCH_MS).unref();
  }

  /** Logs that there was a delivery with an invalid signature, and nothing of its content. */
  addForged(): void {
    const second = Math.floor(Date.now() / 1_000);
    this.forgedCount = second === this.forgedSecond ? this.forgedCount + 1 : 1;
    this.forgedSecond = second;
    const delivery = { event: 'unknown', outcome: 'forged', error: 'The signature is invalid.' } as const;
    if (this.forgedCount > MAX_FORGED_PER_SECOND || this.isFull(delivery)) return;
    const _id = `forged-${Math.floor(Math.random() * FORGED_SLOTS)}`;
    this.run(
      this.model
        .updateOne({ _id }, { $set: { ...delivery, receivedAt: new Date() } }, { upsert: true, runValidators: true })
        .exec(),
      [delivery],
    );
  }

  private isFull({ event, eventId, outcome }: LoggedDelivery): boolean {
    if (this.inFlight.size + this.batch.length < MAX_PENDING) return false;
    this.logger.warn({ event, eventId, outcome }, 'webhook delivery not logged: too many writes pending');
    return true;
  }

  private writeBatch(): void {
    this.timer = undefined;
    const deliveries = this.batch.splice(0);
    if (deliveries.length > 0) this.run(this.model.insertMany(deliveries, { ordered: false }), deliveries);
  }

  private run(write: Promise<unknown>, deliveries: readonly LoggedDelivery[]): void {
    const context = deliveries.map(({ event, eventId, outcome }) => ({ event, eventId, outcome }));
    this.inFlight.add(
      write.catch((error: unknown) =>
        this.logger.warn({ err: error, deliveries: context }, 'webhook deliveries not logged'),
      ),
    );
  }
}

/** Returns an error's message as one line. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH);
