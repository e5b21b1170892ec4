import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { guardedUpdate } from '@rangavalli/service-kit/database/guarded-update';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { PAYMENT, type PaymentRecord } from './payment.schema.js';

/** A payment remembers so many webhook events. Forgetting one costs nothing but work: every path records once. */
const EVENTS_KEPT = 50;

/** Goes into a `$push` to remember a webhook event. */
export const heard = (eventId: string | undefined) => (eventId ? { webhookEvents: { $each: [eventId], $slice: -EVENTS_KEPT } } : {});

/** The payments' collection. Every write is one guarded update of one document with its events in it (invariants 5, 6). */
@Injectable()
export class PaymentStore {
  constructor(
    @InjectModel(PAYMENT) readonly model: Model<PaymentRecord>,
    private readonly outbox: Outbox,
  ) {
    outbox.watch(model);
  }

  byId(orderId: string): Promise<PaymentRecord | null> {
    return readOne(this.model, { _id: orderId });
  }

  byRazorpayOrder(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return readOne(this.model, { razorpayOrderId });
  }

  /**
   * Changes a payment while the guard holds, and tells its events.
   * @returns the payment after it; null when the guard does not hold
   */
  async write(orderId: string, guard: QueryFilter<PaymentRecord>, update: UpdateQuery<PaymentRecord>): Promise<PaymentRecord | null> {
    const written = await guardedUpdate(this.model, { ...guard, _id: orderId }, update);
    this.outbox.tell(this.model, written);
    return written;
  }
}
