import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { withOrder } from '@rangavalli/service-kit/log/context';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { inPurchase } from '@rangavalli/service-kit/tracing/tracing';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { buildRefundProcessedEvent } from '../payments/payment-events.js';
import type { PaymentRecord, RefundRecord } from '../payments/payment.schema.js';
import { PaymentStore, purchaseOf } from '../payments/payment.store.js';
import type { RazorpayRefund } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { notDone, RETURN_REFUND, type ReturnRefundRecord } from './return-refund.schema.js';

const KEY_PREFIX = 'return-';
/** Lease of one attempt, ms: longer than the timeout of Razorpay requests. */
const ATTEMPT_LEASE_MS = 20_000;
const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 600_000;
const SWEEP_BATCH = 50;
/** More than an order can have: returns and cancellations of its items are limited. */
const MAX_OF_ORDER = 500;

export const returnRefundKey = (returnId: string): string => `${KEY_PREFIX}${returnId}`;

/** Returns whether a refund of Razorpay was made for returned goods: its receipt is the key. */
export const isOfReturn = ({ receipt }: RazorpayRefund): boolean => receipt?.startsWith(KEY_PREFIX) ?? false;

/** Partial refunds for goods that came back, each stored before the call of Razorpay and repeated until it is made. */
@Injectable()
export class ReturnRefunds {
  constructor(
    @InjectModel(RETURN_REFUND) private readonly model: Model<ReturnRefundRecord>,
    private readonly payments: PaymentStore,
    private readonly razorpay: RazorpayClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Idempotent by the return. */
  async request(
    returnId: string,
    { orderId, paymentId, amountPaise }: Pick<ReturnRefundRecord, 'orderId' | 'paymentId' | 'amountPaise'>,
  ): Promise<void> {
    const _id = returnRefundKey(returnId);
    const now = new Date();
    const isNew = await isInserted(
      this.model.create({
        _id,
        orderId,
        paymentId,
        amountPaise,
        state: 'requested',
        attempts: 0,
        nextAt: now,
        requestedAt: now,
      }),
    );
    const payment = await this.payments.findById(orderId);
    if (isNew && payment) this.payments.logChange(payment, 'return_refund_requested');
    await this.attempt(_id, payment);
  }

  /** Repeats what was interrupted or rejected. */
  async sweep(): Promise<void> {
    const due = await this.model
      .find({ state: 'requested', nextAt: { $lte: new Date() } }, { orderId: 1 })
      .limit(SWEEP_BATCH)
      .lean<Pick<ReturnRefundRecord, '_id' | 'orderId'>[]>();
    for (const { _id, orderId } of due) {
      const payment = await this.payments.findById(orderId);
      await withOrder(payment ? purchaseOf(payment) : { orderId }, () => this.attempt(_id, payment));
    }
  }

  /** Repeats what a payment's order waits for, before its time. */
  async synchronise(payment: PaymentRecord): Promise<void> {
    for (const { _id, state, nextAt } of await this.ofOrders([payment._id]))
      if (state === 'requested') await this.attempt(_id, payment, nextAt);
  }

  /** Records what Razorpay reports about the refund of a return, and publishes the bank's reference. */
  record(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    return inPurchase('record refund', purchaseOf(payment), () => this.writeReported(refund, payment));
  }

  private async writeReported(refund: RazorpayRefund, payment: PaymentRecord | null): Promise<void> {
    const { id, receipt, status } = refund;
    const state = status === 'failed' ? 'failed' : 'done';
    if (state === 'failed')
      this.logger.error({ refundId: id, key: receipt }, 'refund of a return failed at the bank: make it by hand');
    // Another id is of a refund that was made by hand after this one had failed.
    const before = await this.model
      .findOneAndUpdate(
        { _id: receipt ?? '', state: { $ne: 'failed' }, razorpayRefundId: { $in: [id, null] } },
        { $set: { state, razorpayRefundId: id } },
        { returnDocument: 'before' },
      )
      .lean<ReturnRefundRecord>();
    if (payment && before && before.state !== state) this.payments.logChange(payment, `return_refund_${state}`);
    await this.publishReference(payment, refund, receipt ?? '');
  }

  /**
   * Records a refund that was made by hand for one that failed at the bank: the oldest of its payment and amount.
   * Idempotent: a refund of Razorpay completes one.
   * @returns false when no return has such a refund
   */
  async recordManual(payment: PaymentRecord, refund: RazorpayRefund): Promise<boolean> {
    const { id: razorpayRefundId, payment_id: paymentId, amount: amountPaise, status } = refund;
    const made = await this.model
      .find({ orderId: payment._id, paymentId, amountPaise })
      .sort({ requestedAt: 1 })
      .limit(MAX_OF_ORDER)
      .lean<ReturnRefundRecord[]>();
    const completed = made.find((one) => one.razorpayRefundId === razorpayRefundId);
    const found = completed ?? made.find(({ state }) => state === 'failed');
    if (!found) return false;
    // One that is pending may fail too.
    if (status !== 'processed') return true;
    if (!completed) {
      const { _id } = found;
      const { matchedCount } = await this.model.updateOne(
        { _id, state: 'failed' },
        { $set: { state: 'done', razorpayRefundId } },
      );
      if (matchedCount === 0) return this.recordManual(payment, refund);
      this.payments.logChange(payment, 'return_refund_done');
    }
    await this.publishReference(payment, refund, found._id);
    return true;
  }

  /** Those of these orders, the oldest first. */
  async ofOrders(orderIds: string[]): Promise<ReturnRefundRecord[]> {
    if (orderIds.length === 0) return [];
    return this.model
      .find({ orderId: { $in: orderIds } })
      .sort({ requestedAt: 1 })
      .limit(orderIds.length * MAX_OF_ORDER)
      .lean<ReturnRefundRecord[]>();
  }

  /** Returns the ids of orders with a refund in a state that does not last: at most MAX_COUNT. */
  async orderIdsOf(state: 'requested' | 'failed'): Promise<string[]> {
    const refunds = await this.model
      .find({ state: { ...notDone, $eq: state } }, { orderId: 1 })
      .limit(MAX_COUNT)
      .lean<Pick<ReturnRefundRecord, 'orderId'>[]>();
    return [...new Set(refunds.map(({ orderId }) => orderId))];
  }

  /** Returns what is or will be refunded of each Razorpay payment of these orders, paise. */
  async refundedPaise(orderIds: string[]): Promise<Map<string, number>> {
    return sumByPayment(await this.ofOrders(orderIds));
  }

  /** Once per refund, however often Razorpay reports it. */
  private async publishReference(
    payment: PaymentRecord | null,
    { id, amount, acquirer_data: acquirer }: RazorpayRefund,
    key: string,
  ): Promise<void> {
    const arn = acquirer?.arn;
    if (!payment || !arn || !(await this.model.exists({ _id: key }))) return;
    const event = buildRefundProcessedEvent(payment, { razorpayRefundId: id, amountPaise: amount, arn });
    await this.payments.update(
      payment._id,
      { publishedReferences: { $ne: id } },
      { $push: { outbox: event, publishedReferences: id } },
    );
  }

  /**
   * @param payment null when it is missing after a restore: the customer gets the money nevertheless
   * @param scheduledAt of the refund, to attempt it before its time
   */
  private async attempt(_id: string, payment: PaymentRecord | null, scheduledAt?: Date): Promise<void> {
    const now = new Date();
    const claimed = await this.model
      .findOneAndUpdate(
        { _id, state: 'requested', nextAt: scheduledAt ?? { $lte: now } },
        { $inc: { attempts: 1 }, $set: { nextAt: new Date(now.getTime() + ATTEMPT_LEASE_MS) } },
        { returnDocument: 'after' },
      )
      .lean<ReturnRefundRecord>();
    if (!claimed) return;
    try {
      const made = await this.refundAtRazorpay(claimed);
      await (payment ? this.record(payment, made) : this.writeReported(made, payment));
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      const backoff = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.min(claimed.attempts - 1, 20));
      this.logger[error.isRejected ? 'error' : 'warn'](
        { err: error, orderId: claimed.orderId, key: _id, attempts: claimed.attempts },
        'refund of a return failed, will retry',
      );
      const nextAt = new Date(Date.now() + backoff);
      await this.model.updateOne({ _id, state: 'requested' }, { $set: { nextAt } });
    }
  }

  /** Looks up before it repeats: the response of an earlier attempt may have been lost. */
  private async refundAtRazorpay({
    _id,
    paymentId,
    amountPaise,
    attempts,
  }: ReturnRefundRecord): Promise<RazorpayRefund> {
    const earlier =
      attempts > 1 ? (await this.razorpay.refundsOf(paymentId)).find(({ receipt }) => receipt === _id) : undefined;
    return earlier ?? this.razorpay.refund(paymentId, amountPaise, _id);
  }
}

/** Returns the sums of each Razorpay payment, paise. */
export function sumByPayment(refunds: readonly ReturnRefundRecord[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { paymentId, amountPaise } of refunds) sums.set(paymentId, (sums.get(paymentId) ?? 0) + amountPaise);
  return sums;
}

/** Returns a refund as one of its payment. */
export const asRefund = ({ _id: key, ...refund }: ReturnRefundRecord): RefundRecord => ({
  key,
  ...refund,
  reason: 'cancelled items or return',
});
