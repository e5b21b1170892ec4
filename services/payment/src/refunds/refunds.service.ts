import { Inject, Injectable } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { type PaymentRecord, type RefundRecord, withRefunds } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import type { RazorpayRefund } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { newRefund } from './refund-entry.js';

/** Whoever tries a refund has it to themselves for this long, ms: longer than Razorpay is waited for. */
const ATTEMPT_MS = 20_000;
const FIRST_WAIT_MS = 2_000;
const LAST_WAIT_MS = 600_000;
const BATCH = 50;

/** Money that goes back: noted once, sent once, told once, whatever fails in between. */
@Injectable()
export class Refunds {
  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Gives a payment back in full. The wish is noted before Razorpay is asked; asking again changes nothing.
   * Returns when the wish is noted; if Razorpay fails, the sweeper goes on.
   * @param events what is told with the note, if it is the one that counts
   * @throws AppError PAYMENT_NOT_FOUND when no such money arrived
   */
  async request(orderId: string, paymentId: string, reason: string, events: Envelope[] = []): Promise<void> {
    const payment = await this.store.byId(orderId);
    const capture = payment?.captures.find((one) => one.paymentId === paymentId);
    if (!capture)
      throw new AppError('PAYMENT_NOT_FOUND', { message: `No captured payment ${paymentId} for order ${orderId}.` });
    const noted = await this.store.write(
      orderId,
      { 'captures.paymentId': paymentId, 'refunds.paymentId': { $ne: paymentId } },
      { $push: { refunds: newRefund(paymentId, capture.amountPaise, reason), outbox: { $each: events } } },
    );
    if (noted) await this.attempt(noted, `refund-${paymentId}`);
  }

  /** Tries again what is still not done. */
  async sweep(): Promise<void> {
    const due = { state: 'requested', nextAt: { $lte: new Date() } } as const;
    const open = await this.store.model
      .find({ ...withRefunds, refunds: { $elemMatch: due } })
      .limit(BATCH)
      .lean<PaymentRecord[]>()
      .exec();
    for (const payment of open) {
      for (const { key, state, nextAt } of payment.refunds) {
        if (state === 'requested' && nextAt <= due.nextAt.$lte) await this.attempt(payment, key);
      }
    }
  }

  /**
   * Looks at Razorpay now for what became of a payment's refunds, and makes the one that is still asked for
   * without waiting for its time.
   * @throws RazorpayError when Razorpay does not answer
   */
  async carryOn(payment: PaymentRecord): Promise<void> {
    for (const { paymentId } of payment.captures) {
      for (const made of await this.razorpay.refundsOf(paymentId))
        if (made.status !== 'failed') await this.done(payment, made);
    }
    const current = await this.store.byId(payment._id);
    for (const { key, state, nextAt } of current?.refunds ?? [])
      if (current && state === 'requested') await this.attempt(current, key, nextAt);
  }

  /**
   * A refund that Razorpay made, found by asking or told by a webhook: done and told once. One that was
   * made by hand at Razorpay's dashboard counts when it gives everything back.
   */
  async done(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    const capture = payment.captures.find(({ paymentId }) => paymentId === refund.payment_id);
    if (!capture && refund.amount === payment.amountPaise) return this.doneUnheard(payment, refund);
    if (!capture || refund.amount !== capture.amountPaise) {
      this.logger.warn(
        { orderId: payment._id, refundId: refund.id, amountPaise: refund.amount },
        'a refund of another amount than was captured is left to people',
      );
      return;
    }
    const told = refundedEvent(payment, {
      paymentId: refund.payment_id,
      razorpayRefundId: refund.id,
      amountPaise: refund.amount,
    });
    const push = { outbox: { $each: [told] } };
    const asked = payment.refunds.find(({ paymentId }) => paymentId === refund.payment_id);
    if (!asked) {
      const byHand: RefundRecord = {
        ...newRefund(refund.payment_id, refund.amount, 'made at Razorpay'),
        state: 'done',
        razorpayRefundId: refund.id,
      };
      await this.store.write(
        payment._id,
        { 'refunds.paymentId': { $ne: refund.payment_id } },
        { $push: { ...push, refunds: byHand } },
      );
    } else if (asked.state === 'requested' || (asked.state === 'failed' && asked.razorpayRefundId !== refund.id)) {
      await this.store.write(
        payment._id,
        { refunds: { $elemMatch: { paymentId: refund.payment_id, state: asked.state } } },
        { $set: { 'refunds.$.state': 'done', 'refunds.$.razorpayRefundId': refund.id }, $push: push },
      );
    }
  }

  /** Money that a person gave back before we heard that it came: it is noted, and the late news of its capture pays for nothing. */
  private async doneUnheard(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    const paymentId = refund.payment_id;
    const byHand: RefundRecord = {
      ...newRefund(paymentId, refund.amount, 'made at Razorpay'),
      state: 'done',
      razorpayRefundId: refund.id,
    };
    const noted = await this.store.write(
      payment._id,
      { 'captures.paymentId': { $ne: paymentId }, 'refunds.paymentId': { $ne: paymentId } },
      { $push: { refunds: byHand } },
    );
    const now = noted ? null : await this.store.byId(payment._id);
    // The capture was recorded meanwhile.
    if (now?.captures.some((capture) => capture.paymentId === paymentId)) await this.done(now, refund);
  }

  /** A refund that the bank sent back. People have to look at it: Razorpay holds the money. */
  async failed(payment: PaymentRecord, refund: RazorpayRefund): Promise<void> {
    this.logger.error(
      { orderId: payment._id, refundId: refund.id },
      'a refund failed at the bank; make it by hand at the dashboard',
    );
    await this.store.write(
      payment._id,
      { refunds: { $elemMatch: { paymentId: refund.payment_id, state: { $ne: 'failed' } } } },
      { $set: { 'refunds.$.state': 'failed', 'refunds.$.razorpayRefundId': refund.id } },
    );
  }

  /**
   * One try, by whoever wins the guarded write. It is counted before Razorpay is asked.
   * @param seen when it would have its next time, to have it before
   */
  private async attempt(payment: PaymentRecord, key: string, seen?: Date): Promise<void> {
    const now = new Date();
    const taken = await this.store.write(
      payment._id,
      { refunds: { $elemMatch: { key, state: 'requested', nextAt: seen ?? { $lte: now } } } },
      { $inc: { 'refunds.$.attempts': 1 }, $set: { 'refunds.$.nextAt': new Date(now.getTime() + ATTEMPT_MS) } },
    );
    const refund = taken?.refunds.find((one) => one.key === key);
    if (!taken || !refund) return;
    try {
      const made = await this.atRazorpay(refund);
      if (made.status === 'failed') await this.failed(taken, made);
      else await this.done(taken, made);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      const pause = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(refund.attempts - 1, 20));
      this.logger[error.refused ? 'error' : 'warn'](
        { err: error, orderId: payment._id, key, attempts: refund.attempts },
        'a refund did not go through; it is tried again',
      );
      await this.store.write(
        payment._id,
        { refunds: { $elemMatch: { key, state: 'requested' } } },
        { $set: { 'refunds.$.nextAt': new Date(Date.now() + pause) } },
      );
    }
  }

  /** Makes the refund; where an earlier try may have made it, looks before asking again. */
  private async atRazorpay({ paymentId, amountPaise, key, attempts }: RefundRecord): Promise<RazorpayRefund> {
    const earlier = attempts > 1 ? await this.lookUp(paymentId, amountPaise) : undefined;
    if (earlier) return earlier;
    try {
      return await this.razorpay.refund(paymentId, amountPaise, key);
    } catch (error) {
      // "Fully refunded already", or an answer that was lost: it may have been made all the same.
      const made = error instanceof RazorpayError ? await this.lookUp(paymentId, amountPaise) : undefined;
      if (made) return made;
      throw error;
    }
  }

  private async lookUp(paymentId: string, amountPaise: number): Promise<RazorpayRefund | undefined> {
    return (await this.razorpay.refundsOf(paymentId)).find(
      ({ amount, status }) => amount === amountPaise && status !== 'failed',
    );
  }
}

/** What is told of money that went back; told again it changes nothing. */
export const refundedEvent = (
  payment: PaymentRecord,
  {
    paymentId,
    razorpayRefundId = '',
    amountPaise,
  }: Pick<RefundRecord, 'paymentId' | 'razorpayRefundId' | 'amountPaise'>,
) =>
  createEvent('payment.refunded', {
    orderId: payment._id,
    userId: payment.userId,
    razorpayOrderId: payment.razorpayOrderId ?? '',
    razorpayPaymentId: paymentId,
    razorpayRefundId,
    amountPaise,
  });
