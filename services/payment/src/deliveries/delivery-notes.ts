import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { InFlightTasks } from '@rangavalli/service-kit/in-flight-tasks';
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
/** Genuine ones are noted together with those of the next so many ms, in one command. */
const TOGETHER_MS = 250;
const ERROR_LENGTH = 300;
const STOP_WAIT_MS = 3_000;

/** What is noted of a delivery. */
export type Note = Omit<DeliveryRecord, '_id' | 'receivedAt'>;

/** Notes deliveries behind the webhook's back: the answer never waits for a note, and never fails with one. */
@Injectable()
export class DeliveryNotes implements BeforeApplicationShutdown {
  private readonly inFlight = new InFlightTasks();
  private together: (Note & { _id: string; receivedAt: Date })[] = [];
  private noting: NodeJS.Timeout | undefined;
  private forgedAt = 0;
  private forgedCount = 0;

  constructor(
    @InjectModel(DELIVERY) private readonly model: Model<DeliveryRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.noting);
    this.noteTogether();
    await this.inFlight.idle(STOP_WAIT_MS);
  }

  /** Notes a genuine delivery. */
  add(note: Note): void {
    const { error } = note;
    if (this.isFull(note)) return;
    this.together.push({
      _id: randomUUID(),
      ...note,
      ...(error ? { error: error.slice(0, ERROR_LENGTH) } : {}),
      receivedAt: new Date(),
    });
    this.noting ??= setTimeout(() => this.noteTogether(), TOGETHER_MS).unref();
  }

  /** Notes that somebody sent a delivery with a wrong signature; nothing that they wrote is kept. */
  addForged(): void {
    const second = Math.floor(Date.now() / 1_000);
    this.forgedCount = second === this.forgedAt ? this.forgedCount + 1 : 1;
    this.forgedAt = second;
    if (this.forgedCount > FORGED_A_SECOND) return;
    // Any place will do: over time the places hold recent ones, however many processes there are.
    this.write(`forged-${Math.floor(Math.random() * FORGED_PLACES)}`, {
      event: 'unknown',
      outcome: 'forged',
      error: 'The signature is not right.',
      receivedAt: new Date(),
    });
  }

  private isFull({ event, eventId, outcome }: Note): boolean {
    if (this.inFlight.size + this.together.length < WAITING) return false;
    this.logger.warn({ event, eventId, outcome }, 'a delivery is not noted: too many wait for the database');
    return true;
  }

  private noteTogether(): void {
    this.noting = undefined;
    const notes = this.together.splice(0);
    if (notes.length > 0)
      this.keep(this.model.collection.insertMany(notes as never, { ordered: false }), {
        deliveries: notes.map(({ event, eventId, outcome }) => ({ event, eventId, outcome })),
      });
  }

  private write(id: string, note: Omit<DeliveryRecord, '_id'>): void {
    if (!this.isFull(note))
      this.keep(this.model.replaceOne({ _id: id }, note, { upsert: true }).exec(), {
        event: note.event,
        outcome: note.outcome,
      });
  }

  private keep(work: Promise<unknown>, what: object): void {
    this.inFlight.add(
      work.catch((error: unknown) => this.logger.warn({ err: error, ...what }, 'a delivery could not be noted')),
    );
  }
}
