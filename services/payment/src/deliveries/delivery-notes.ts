import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { InFlight } from '@rangavalli/service-kit/nats/in-flight';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';

/** Forged deliveries share so many places: the newest push out the oldest, and nobody fills the disk. */
export const FORGED_PLACES = 200;
/** So many forged ones are noted a second by a process; the others are not worth the database's time. */
const FORGED_A_SECOND = 10;
/** So many notes may wait for a database that is slow or away; what comes then is handled without a note. */
const WAITING = 500;
const ERROR_LENGTH = 300;
const STOP_WAIT_MS = 3_000;

/** What is noted of a delivery. */
export type Note = Omit<DeliveryRecord, '_id' | 'receivedAt'>;

/** Notes deliveries behind the webhook's back: the answer never waits for a note, and never fails with one. */
@Injectable()
export class DeliveryNotes implements BeforeApplicationShutdown {
  private readonly inFlight = new InFlight();
  private forgedAt = 0;
  private forgedCount = 0;

  constructor(
    @InjectModel(DELIVERY) private readonly model: Model<DeliveryRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.inFlight.idle(STOP_WAIT_MS);
  }

  /** Notes a genuine delivery. */
  add(note: Note): void {
    const { error } = note;
    this.write(randomUUID(), { ...note, ...(error ? { error: error.slice(0, ERROR_LENGTH) } : {}), receivedAt: new Date() });
  }

  /** Notes that somebody sent a delivery with a wrong signature; nothing that they wrote is kept. */
  addForged(): void {
    const second = Math.floor(Date.now() / 1_000);
    this.forgedCount = second === this.forgedAt ? this.forgedCount + 1 : 1;
    this.forgedAt = second;
    if (this.forgedCount > FORGED_A_SECOND) return;
    // Any place will do: over time the places hold recent ones, however many processes there are.
    this.write(`forged-${Math.floor(Math.random() * FORGED_PLACES)}`, { event: 'unknown', outcome: 'forged', error: 'The signature is not right.', receivedAt: new Date() });
  }

  private write(id: string, note: Omit<DeliveryRecord, '_id'>): void {
    if (this.inFlight.size >= WAITING) {
      this.logger.warn({ event: note.event, eventId: note.eventId, outcome: note.outcome }, 'a delivery is not noted: too many wait for the database');
      return;
    }
    this.inFlight.add(
      this.model.replaceOne({ _id: id }, note, { upsert: true }).exec().catch((error: unknown) => this.logger.warn({ err: error, event: note.event, eventId: note.eventId, outcome: note.outcome }, 'a delivery could not be noted')),
    );
  }
}
