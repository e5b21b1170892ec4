import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { buildRefundProcessedEvent } from '../payments/payment-events.js';
import { PaymentStore } from '../payments/payment.store.js';
import type { RazorpayRefund } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { RETURN_REFUND, type ReturnRefundRecord } from './return-refund.schema.js';

const KEY_PREFIX = 'return-';
/** Lease of one attempt, ms: longer than the timeout of Razorpay requests. */
const ATTEMPT_LEASE_MS = 20_000;
const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 600_000;
const SWEEP_BATCH = 50;

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
    await isInserted(
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
    await this.attempt(_id);
  }

  /** Repeats what was interrupted or rejected. */
  async sweep(): Promise<void> {
    const due = await this.model
      .find({ state: 'requested', nextAt: { $lte: new Date() } }, { _id: 1 })
      .limit(SWEEP_BATCH)
      .lean<Pick<ReturnRefundRecord, '_id'>[]>();
    for (const { _id } of due) await this.attempt(_id);
  }

  /** Records what Razorpay reports about the refund of a return, and publishes the bank's reference. */
  async record(refund: RazorpayRefund): Promise<void> {
    const { id, receipt, status } = refund;
    const state = status === 'failed' ? 'failed' : 'done';
    if (state === 'failed')
      this.logger.error({ refundId: id, key: receipt }, 'refund of a return failed at the bank: make it by hand');
    await this.model.updateOne(
      { _id: receipt ?? '', state: { $ne: 'failed' } },
      { $set: { state, razorpayRefundId: id } },
    );
    await this.publishReference(refund);
  }

  /** Once per refund, however often Razorpay reports it. */
  private async publishReference({ id, receipt, amount, acquirer_data: acquirer }: RazorpayRefund): Promise<void> {
    const arn = acquirer?.arn;
    const refund = arn && (await this.model.findById(receipt).lean<ReturnRefundRecord>());
    const payment = refund && (await this.payments.findById(refund.orderId));
    if (!payment) return;
    const event = buildRefundProcessedEvent(payment, { razorpayRefundId: id, amountPaise: amount, arn });
    await this.payments.update(
      payment._id,
      { publishedReferences: { $ne: id } },
      { $push: { outbox: event, publishedReferences: id } },
    );
  }

  private async attempt(_id: string): Promise<void> {
    const now = new Date();
    const claimed = await this.model
      .findOneAndUpdate(
        { _id, state: 'requested', nextAt: { $lte: now } },
        { $inc: { attempts: 1 }, $set: { nextAt: new Date(now.getTime() + ATTEMPT_LEASE_MS) } },
        { returnDocument: 'after' },
      )
      .lean<ReturnRefundRecord>();
    if (!claimed) return;
    try {
      await this.record(await this.refundAtRazorpay(claimed));
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
