import { Inject, Injectable } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { withOrder } from '@rangavalli/service-kit/log/context';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { inPurchase } from '@rangavalli/service-kit/tracing/tracing';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { buildRefundedEvent, buildRefundProcessedEvent } from '../payments/payment-events.js';
import {
  buildCapture,
  buildRefund,
  type CaptureRecord,
  hasRefunds,
  hasRoomForCapture,
  hasRoomForRefund,
  isFull,
  type PaymentRecord,
  refundKey,
  refundProgress,
  type RefundRecord,
} from '../payments/payment.schema.js';
import type { PaymentConfig } from '../payment.config.js';
import { PaymentStore, purchaseOf } from '../payments/payment.store.js';
import type { RazorpayRefund } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { isOfReturn, ReturnRefunds } from './return-refunds.service.js';

/** Lease of one attempt, ms: longer than the timeout of Razorpay requests. */
const ATTEMPT_LEASE_MS = 20_000;
const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 600_000;
const SWEEP_BATCH = 50;

const unstored = new Counter({
  name: 'payment_unstored_refunds_total',
  help: 'Refunds of payments that have no room for another entry.',
});

@Injectable()
export class Refunds {
  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly returns: ReturnRefunds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Refunds a payment in full, without the limits of staff; idempotent. The request is stored before the call of
   * Razorpay, and the sweeper retries. After a restore, only Razorpay may know the capture.
   * @param events published with the request, if it is the first one
   * @throws AppError PAYMENT_NOT_FOUND when there is no such capture
   * @throws RazorpayError when Razorpay does not respond
   */
  async request(orderId: string, paymentId: string, reason: string, events: Envelope[] = []): Promise<void> {
    const payment = await this.store.findById(orderId);
    const known = payment?.captures.find((one) => one.paymentId === paymentId);
    const capture = known ?? (payment && (await this.findCaptureAtRazorpay(payment, paymentId)));
    if (!capture)
      throw new AppError('PAYMENT_NOT_FOUND', { message: `No captured payment ${paymentId} for order ${orderId}.` });
    const push = { refunds: buildRefund(paymentId, capture.amountPaise, reason), outbox: { $each: events } };
    const requested = await this.store.update(
      orderId,
      {
        'captures.paymentId': known ? paymentId : { $ne: paymentId },
        'refunds.paymentId': { $ne: paymentId },
        ...(known ? {} : hasRoomForCapture),
        ...hasRoomForRefund,
      },
      known
        ? { $push: push }
        : {
            $set: { state: 'captured', orderMatch: 'unchecked' },
            $unset: { nextCheckAt: 1, purgeAt: 1 },
            $push: { ...push, captures: capture },
          },
      'refund_requested',
    );
    if (requested) return this.attempt(requested, `refund-${paymentId}`);
    const current = await this.store.findById(orderId);
    if (!current || !isFull(current) || current.refunds.some((one) => one.paymentId === paymentId)) return;
    const { id: razorpayRefundId, amount: amountPaise } = await this.refundUnstored(current, capture);
    await this.publishUnstored(current, paymentId, [
      ...events,
      buildRefundedEvent(current, { paymentId, razorpayRefundId, amountPaise }),
    ]);
  }

  private async publishUnstored({ _id }: PaymentRecord, paymentId: string, events: Envelope[]): Promise<void> {
    const isUnstored = { 'refunds.paymentId': { $ne: paymentId } };
    await this.store.update(_id, isUnstored, { $push: { outbox: { $each: events } } }, 'refunded');
  }

  /**
   * Refunds money in full that the payment has no room to store. Idempotent: Razorpay has one refund for a key.
   * @throws RazorpayError when Razorpay does not respond
   */
  async refundUnstored(
    { _id: orderId }: PaymentRecord,
    { paymentId, amountPaise }: Pick<CaptureRecord, 'paymentId' | 'amountPaise'>,
  ): Promise<RazorpayRefund> {
    this.logger.error({ orderId, paymentId, amountPaise }, 'payment has too many entries: refunding without one');
    const made = await this.refundAtRazorpay({
      ...buildRefund(paymentId, amountPaise, 'too many entries'),
      attempts: 1,
    });
    unstored.inc();
    return made;
  }

  private async findCaptureAtRazorpay(payment: PaymentRecord, paymentId: string): Promise<CaptureRecord | undefined> {
    const linked = payment.link?.razorpayOrderId;
    const made = [
      ...(await this.razorpay.paymentsOfOrder(payment.razorpayOrderId)),
      ...(linked ? await this.razorpay.paymentsOfOrder(linked) : []),
    ];
    const found = made.find(({ id, status }) => id === paymentId && (status === 'captured' || status === 'refunded'));
    return found && buildCapture(found);
  }

  @Repeats('refund sweeper', ({ REFUND_SWEEP_MS }: PaymentConfig) => REFUND_SWEEP_MS)
  async sweep(): Promise<void> {
    await this.returns.sweep();
    const now = new Date();
    const payments = await this.store.model
      .find({ ...hasRefunds, refunds: { $elemMatch: { state: 'requested', nextAt: { $lte: now } } } })
      .limit(SWEEP_BATCH)
      .lean<PaymentRecord[]>();
    for (const payment of payments)
      for (const { key, state, nextAt } of payment.refunds)
        if (state === 'requested' && nextAt <= now)
          await withOrder(purchaseOf(payment), () => this.attempt(payment, key));
  }

  /**
   * @throws RazorpayError when Razorpay does not respond
   */
  async synchronise(payment: PaymentRecord): Promise<void> {
    for (const { paymentId } of payment.captures)
      for (const refund of await this.razorpay.refundsOf(paymentId))
        if (refund.status !== 'failed') await this.recordDone(payment, refund);
    const current = await this.store.findById(payment._id);
    for (const { key, state, nextAt } of current?.refunds ?? [])
      if (current && state === 'requested') await this.attempt(current, key, nextAt);
    await this.returns.synchronise(payment);
  }

  /** Records a refund that Razorpay has made, and publishes it, once; also one of the whole amount made by hand. */
  recordDone(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    if (isOfReturn(refund)) return this.returns.record(payment, refund);
    return inPurchase('record refund', purchaseOf(payment), () => this.writeDone(payment, refund));
  }

  private async writeDone(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    const { id: razorpayRefundId, payment_id: paymentId, amount } = refund;
    const isManual = refund.receipt !== refundKey(paymentId);
    if (isManual && (await this.returns.recordManual(payment, refund))) return;
    const capture = payment.captures.find((one) => one.paymentId === paymentId);
    if (!capture && amount === payment.amountPaise) return this.recordBeforeCapture(payment, refund);
    const known = payment.refunds.find((one) => one.paymentId === paymentId);
    if (amount !== capture?.amountPaise) {
      if (known?.state === 'done') return;
      // A part, which may complete the whole amount.
      const whole = capture && known && (await this.findPartsAtRazorpay(paymentId, capture.amountPaise));
      if (whole) return this.writeDone(payment, whole);
      this.logger.warn(
        { orderId: payment._id, refundId: razorpayRefundId, amountPaise: amount },
        'refund of another amount than captured: not recorded',
      );
      return;
    }
    const progress = refundProgress(refund);
    const event = buildRefundedEvent(payment, { paymentId, razorpayRefundId, amountPaise: amount, ...progress });
    const publish = { outbox: { $each: [event] } };
    if (!known) {
      const stored = await this.store.update(
        payment._id,
        { 'refunds.paymentId': { $ne: paymentId }, ...hasRoomForRefund },
        { $push: { ...publish, refunds: buildManualRefund(refund) } },
        'refunded',
      );
      if (!stored) await this.publishUnstored(payment, paymentId, [event]);
    } else if (isUnrecorded(known, razorpayRefundId)) {
      await this.store.update(
        payment._id,
        { refunds: { $elemMatch: { paymentId, state: known.state } } },
        {
          $set: { 'refunds.$.state': 'done', 'refunds.$.razorpayRefundId': razorpayRefundId, ...inEntry(progress) },
          $push: publish,
        },
        'refunded',
      );
    } else if (known.razorpayRefundId === razorpayRefundId && Object.keys(progress).length > 0) {
      await this.writeProgress(payment, refund, progress);
    }
  }

  /** Publishes the bank's reference when it is new. */
  private async writeProgress(
    payment: PaymentRecord,
    { id: razorpayRefundId, payment_id: paymentId, amount: amountPaise }: RazorpayRefund,
    progress: ReturnType<typeof refundProgress>,
  ): Promise<void> {
    const entry = { paymentId, razorpayRefundId };
    const { arn } = progress;
    const event = arn && buildRefundProcessedEvent(payment, { razorpayRefundId, amountPaise, arn });
    const isNew =
      event &&
      (await this.store.update(
        payment._id,
        { refunds: { $elemMatch: { ...entry, arn: { $exists: false } } } },
        { $set: inEntry(progress), $push: { outbox: event } },
      ));
    if (!isNew) await this.store.update(payment._id, { refunds: { $elemMatch: entry } }, { $set: inEntry(progress) });
  }

  /**
   * Records that the bank has returned a refund; the one that was made by hand instead, if there is one already.
   * @throws RazorpayError when Razorpay does not respond
   */
  async recordFailed(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    if (isOfReturn(refund)) return this.returns.record(payment, refund);
    const { id, payment_id: paymentId, amount } = refund;
    const made = await this.findAtRazorpay(paymentId, amount);
    if (!made)
      this.logger.error(
        { orderId: payment._id, refundId: id },
        'refund failed at the bank: make it by hand at the Razorpay dashboard',
      );
    const failed = await this.store.update(
      payment._id,
      { refunds: { $elemMatch: { paymentId, state: { $ne: 'failed' }, razorpayRefundId: { $in: [id, null] } } } },
      { $set: { 'refunds.$.state': 'failed', 'refunds.$.razorpayRefundId': id } },
      'refund_failed',
    );
    if (made) await this.recordDone(failed ?? payment, made);
  }

  /** Records a manual refund whose capture was not reported yet, so that the late capture pays for nothing. */
  private async recordBeforeCapture(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    const paymentId = refund.payment_id;
    const recorded = await this.store.update(
      payment._id,
      { 'captures.paymentId': { $ne: paymentId }, 'refunds.paymentId': { $ne: paymentId }, ...hasRoomForRefund },
      { $unset: { purgeAt: 1 }, $push: { refunds: buildManualRefund(refund) } },
      'refunded',
    );
    const current = recorded ? null : await this.store.findById(payment._id);
    if (current?.captures.some((capture) => capture.paymentId === paymentId)) await this.recordDone(current, refund);
  }

  /**
   * Makes one attempt at a requested refund, claimed by a guarded write that counts it before Razorpay is called.
   * @param scheduledAt of the refund, to attempt it before its time
   */
  async attempt(payment: PaymentRecord, key: string, scheduledAt?: Date): Promise<void> {
    const now = new Date();
    const claimed = await this.store.update(
      payment._id,
      { refunds: { $elemMatch: { key, state: 'requested', nextAt: scheduledAt ?? { $lte: now } } } },
      { $inc: { 'refunds.$.attempts': 1 }, $set: { 'refunds.$.nextAt': new Date(now.getTime() + ATTEMPT_LEASE_MS) } },
    );
    const refund = claimed?.refunds.find((one) => one.key === key);
    if (!claimed || !refund) return;
    try {
      const made = await this.refundAtRazorpay(refund);
      if (made.status === 'failed') await this.recordFailed(claimed, made);
      else await this.recordDone(claimed, made);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      const backoff = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.min(refund.attempts - 1, 20));
      this.logger[error.isRejected ? 'error' : 'warn'](
        { err: error, orderId: payment._id, key, attempts: refund.attempts },
        'refund failed, will retry',
      );
      await this.store.update(
        payment._id,
        { refunds: { $elemMatch: { key, state: 'requested' } } },
        { $set: { 'refunds.$.nextAt': new Date(Date.now() + backoff) } },
      );
    }
  }

  private async refundAtRazorpay({ paymentId, amountPaise, key, attempts }: RefundRecord): Promise<RazorpayRefund> {
    const earlier = attempts > 1 ? await this.findAtRazorpay(paymentId, amountPaise) : undefined;
    if (earlier) return earlier;
    try {
      return await this.razorpay.refund(paymentId, amountPaise, key);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // "Fully refunded already", or a lost response: it may have been made nevertheless.
      const made =
        (await this.findAtRazorpay(paymentId, amountPaise)) ??
        (error.isRejected ? await this.refundRest(paymentId, amountPaise) : undefined);
      if (made) return made;
      throw error;
    }
  }

  /**
   * Refunds what is left of a payment of which a part was refunded, as by hand. Returns all of it as one full refund;
   * undefined when nothing was refunded.
   */
  private async refundRest(paymentId: string, amountPaise: number): Promise<RazorpayRefund | undefined> {
    const parts = await this.partsAtRazorpay(paymentId);
    const [newest] = parts;
    if (!newest) return undefined;
    const leftPaise = amountPaise - sumOf(parts);
    if (leftPaise <= 0) return asFullRefund(newest, amountPaise);
    const rest = await this.razorpay.refund(paymentId, leftPaise, `${refundKey(paymentId)}-${leftPaise}`);
    return asFullRefund(rest, amountPaise);
  }

  /** Returns the refunds that together are the whole amount as one full refund: nothing remains for another. */
  private async findPartsAtRazorpay(paymentId: string, amountPaise: number): Promise<RazorpayRefund | undefined> {
    const parts = await this.partsAtRazorpay(paymentId);
    const [newest] = parts;
    return newest && sumOf(parts) === amountPaise ? asFullRefund(newest, amountPaise) : undefined;
  }

  /** Returns the refunds of a payment that did not fail, the newest first. */
  private async partsAtRazorpay(paymentId: string): Promise<RazorpayRefund[]> {
    return (await this.razorpay.refundsOf(paymentId)).filter(({ status }) => status !== 'failed');
  }

  private async findAtRazorpay(paymentId: string, amountPaise: number): Promise<RazorpayRefund | undefined> {
    return (await this.razorpay.refundsOf(paymentId)).find(
      (refund) => refund.amount === amountPaise && refund.status !== 'failed' && !isOfReturn(refund),
    );
  }
}

/** One that a restore requests again has its id already; one that failed at the bank stays failed under its id. */
const isUnrecorded = ({ state, razorpayRefundId }: RefundRecord, madeId: string): boolean =>
  state === 'requested' || (state !== 'done' && razorpayRefundId !== madeId);

/** Sets fields of the entry that the filter has found. */
const inEntry = (fields: Partial<RefundRecord>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`refunds.$.${name}`, value]));

const sumOf = (refunds: readonly RazorpayRefund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** With the id of its newest part. */
const asFullRefund = (newest: RazorpayRefund, amountPaise: number): RazorpayRefund => ({
  ...newest,
  amount: amountPaise,
  receipt: refundKey(newest.payment_id),
});

const buildManualRefund = (refund: RazorpayRefund): RefundRecord => ({
  ...buildRefund(refund.payment_id, refund.amount, 'made at Razorpay'),
  state: 'done',
  razorpayRefundId: refund.id,
  ...refundProgress(refund),
});
