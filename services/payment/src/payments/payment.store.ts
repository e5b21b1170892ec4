import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { guardedUpdate } from '@rangavalli/service-kit/database/guarded-update';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { Logger } from 'pino';
import { PAYMENT, type PaymentRecord } from './payment.schema.js';

/** A payment remembers so many webhook events. Forgetting one costs nothing but work: every path records once. */
const EVENTS_KEPT = 50;
/** So many payments are known without asking: those of the last moments, whose proof and news are on their way. */
const KNOWN = 1_000;

/** Goes into a `$push` to remember a webhook event. */
export const heard = (eventId: string | undefined) =>
  eventId ? { webhookEvents: { $each: [eventId], $slice: -EVENTS_KEPT } } : {};

/** The payments' collection. Every write is one guarded update of one document with its events in it (invariants 5, 6). */
@Injectable()
export class PaymentStore {
  /** As this process has written or read them last, by Razorpay order. */
  private readonly known = new LRUCache<string, PaymentRecord>({ max: KNOWN });

  constructor(
    @InjectModel(PAYMENT) readonly model: Model<PaymentRecord>,
    private readonly outbox: Outbox,
    @Inject(LOGGER) logger: Logger,
  ) {
    outbox.register(model);
  }

  byId(orderId: string): Promise<PaymentRecord | null> {
    return this.read({ _id: orderId });
  }

  byRazorpayOrder(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return this.read({ razorpayOrderId });
  }

  /**
   * The payment of a Razorpay order as this process saw it last; one that it has not seen is read. Whose it is, how much
   * and what was captured by then is true for ever. What others added since shows in the guards of the writes that follow.
   */
  async lastKnown(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return this.known.get(razorpayOrderId) ?? this.byRazorpayOrder(razorpayOrderId);
  }

  /** A payment that was read before, as this process saw it last. */
  latest(payment: PaymentRecord): PaymentRecord {
    return this.known.get(payment.razorpayOrderId ?? '') ?? payment;
  }

  /** Notes, in this process only, that a webhook event told nothing new. */
  heardAgain({ razorpayOrderId = '' }: PaymentRecord, eventId: string): void {
    const known = this.known.get(razorpayOrderId);
    if (known) this.remember({ ...known, webhookEvents: [...known.webhookEvents, eventId].slice(-EVENTS_KEPT) });
  }

  /**
   * Notes a new payment; there is nothing to tell of it yet.
   * @returns false when there is one of this order already: nothing was done
   */
  async add(payment: PaymentRecord): Promise<boolean> {
    try {
      // Past mongoose: made by its caller as the schema has it.
      await this.model.collection.insertOne(payment as never);
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
    this.remember(payment);
    return true;
  }

  /**
   * Changes a payment while the guard holds, and tells its events.
   * @returns the payment after it; null when the guard does not hold
   */
  async write(
    orderId: string,
    guard: QueryFilter<PaymentRecord>,
    update: UpdateQuery<PaymentRecord>,
  ): Promise<PaymentRecord | null> {
    const written = await guardedUpdate(this.model, { ...guard, _id: orderId }, update);
    if (written) this.remember(written);
    this.outbox.publishPending(this.model, written);
    return written;
  }

  private async read(filter: QueryFilter<PaymentRecord>): Promise<PaymentRecord | null> {
    const found = await readOne(this.model, filter);
    if (found) this.remember(found);
    return found;
  }

  private remember(payment: PaymentRecord): void {
    if (payment.razorpayOrderId) this.known.set(payment.razorpayOrderId, payment);
  }
}
