import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { guardedUpdate } from '@rangavalli/service-kit/database/guarded-update';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { PAYMENT, type PaymentRecord } from './payment.schema.js';

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
    return this.model.findById(orderId).lean<PaymentRecord>().exec();
  }

  byRazorpayOrder(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return this.model.findOne({ razorpayOrderId }).lean<PaymentRecord>().exec();
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
