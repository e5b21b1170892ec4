import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { PaymentLinkState } from '@rangavalli/contracts/entities/payment-link';
import { DocumentCache } from '@rangavalli/service-kit/database/document-cache';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Purchase } from '@rangavalli/service-kit/tracing/tracing';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { Logger } from 'pino';
import { PAYMENT, type PaymentRecord } from './payment.schema.js';

/** For the tracing of what happens to a payment. */
type Traced = Pick<PaymentRecord, '_id' | 'orderNumber' | 'trace'>;
export const purchaseOf = ({ _id: orderId, orderNumber, trace }: Traced): Purchase => ({
  orderId,
  orderNumber,
  trace,
});

/** Of the last moments, whose verify call and webhook are still to come. */
const MAX_CACHED_PAYMENTS = 1_000;

/** Of a change of state, as its log line names it. */
type PaymentOutcome =
  | 'created'
  | 'captured'
  | 'capture_mismatch'
  | 'failed'
  | 'refund_requested'
  | 'refund_awaits_approval'
  | 'refund_approved'
  | 'refund_rejected'
  | 'refunded'
  | 'refund_failed'
  | 'return_refund_requested'
  | 'return_refund_done'
  | 'return_refund_failed'
  | `link_${PaymentLinkState}`;

/** Every write is one guarded update of one document with its events in it (invariants 5, 6). */
@Injectable()
export class PaymentStore {
  /** By Razorpay order. Owner and amount never change, captures are only added. */
  private readonly cache = new DocumentCache<PaymentRecord>(MAX_CACHED_PAYMENTS);

  constructor(
    @InjectModel(PAYMENT) readonly model: Model<PaymentRecord>,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(model);
  }

  async findById(orderId: string): Promise<PaymentRecord | null> {
    return this.keep(await this.model.findById(orderId).lean<PaymentRecord>().exec());
  }

  async findByRazorpayOrder(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return this.keep(await this.model.findOne({ razorpayOrderId }).lean<PaymentRecord>().exec());
  }

  /** Like `findByRazorpayOrder`, but the captures of other processes may be missing. */
  async findCached(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return this.cache.get(razorpayOrderId) ?? this.findByRazorpayOrder(razorpayOrderId);
  }

  async findByLinkOrder(razorpayOrderId: string): Promise<PaymentRecord | null> {
    return this.keep(
      await this.model.findOne({ 'link.razorpayOrderId': razorpayOrderId }).lean<PaymentRecord>().exec(),
    );
  }

  async findByLinkReference(referenceId: string): Promise<PaymentRecord | null> {
    return this.keep(await this.model.findOne({ 'link.referenceId': referenceId }).lean<PaymentRecord>().exec());
  }

  /** Inserts a payment without events. @returns false when the order has one already */
  async add(payment: PaymentRecord): Promise<boolean> {
    try {
      await this.model.create(payment);
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
    this.keep(payment);
    this.logChange(payment, 'created');
    return true;
  }

  /**
   * Updates a payment while the guard holds, and publishes its events.
   * @param outcome what the update changes, for its log line; none for bookkeeping
   * @returns the payment afterwards; null when the guard does not hold
   */
  async update(
    orderId: string,
    guard: QueryFilter<PaymentRecord>,
    update: UpdateQuery<PaymentRecord>,
    outcome?: PaymentOutcome,
  ): Promise<PaymentRecord | null> {
    const updated = await this.model
      .findOneAndUpdate({ ...guard, _id: orderId }, update, { returnDocument: 'after', runValidators: true })
      .lean<PaymentRecord>()
      .exec();
    this.outbox.publishPending(this.model, updated);
    if (updated && outcome) this.logChange(updated, outcome);
    return this.keep(updated);
  }

  logChange({ _id: orderId, orderNumber }: Pick<PaymentRecord, '_id' | 'orderNumber'>, outcome: PaymentOutcome): void {
    this.logger.info({ orderId, orderNumber, outcome }, 'payment changed');
  }

  private keep<Found extends PaymentRecord | null>(payment: Found): Found {
    if (payment) this.cache.keep(payment.razorpayOrderId, payment);
    return payment;
  }
}
