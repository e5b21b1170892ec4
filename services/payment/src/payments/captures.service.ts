import { Inject, Injectable } from '@nestjs/common';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { RazorpayPayment } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { MISMATCH, newRefund } from '../refunds/refund-entry.js';
import type { CaptureRecord, PaymentRecord } from './payment.schema.js';
import { heard, PaymentStore } from './payment.store.js';

const FAILURES_KEPT = 20;

/** Money that arrived: recorded once, whoever brings the news first, second and third (invariant 3). */
@Injectable()
export class Captures {
  /** Recordings that are under way, by payment: the page's proof and a webhook mostly come in the same moment. */
  private readonly underWay = new Map<string, Promise<CaptureRecord | undefined>>();

  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes notice of what Razorpay says of a payment of this order: captured money is recorded, authorised
   * money is captured, a failure is noted.
   * @param payment as it was seen last; older than it is now does no harm
   * @param current as Razorpay has it now, or as a webhook brings it
   * @param eventId of that webhook: remembered in the same write as a capture that pays for the order
   * @returns the capture that stands for it; undefined while there is none that pays for the order
   * @throws RazorpayError when a capture is needed and Razorpay does not answer
   */
  async takeNotice(
    payment: PaymentRecord,
    current: RazorpayPayment,
    eventId?: string,
  ): Promise<CaptureRecord | undefined> {
    const known = captureOf(this.store.latest(payment), current.id);
    if (known) return known;
    switch (current.status) {
      case 'captured':
        return this.record(payment, current, eventId);
      case 'authorized':
        return this.capture((await this.store.byId(payment._id)) ?? payment, current, eventId);
      case 'failed':
        await this.noteFailure(payment, current);
        return undefined;
      default:
        return undefined;
    }
  }

  private async capture(
    payment: PaymentRecord,
    authorized: RazorpayPayment,
    eventId: string | undefined,
  ): Promise<CaptureRecord | undefined> {
    // What does not fit or comes second is never taken: Razorpay gives uncaptured money back by itself.
    if (!fits(payment, authorized) || payment.captures.length > 0) {
      this.logger.warn(
        { orderId: payment._id, paymentId: authorized.id },
        'authorised money is not captured: it does not fit, or the order is paid',
      );
      return undefined;
    }
    try {
      return await this.record(
        payment,
        await this.razorpay.capture(authorized.id, payment.amountPaise, payment.currency),
        eventId,
      );
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // Captured by itself meanwhile, or the answer was lost: what counts is how it stands now.
      const now = await this.razorpay.payment(authorized.id);
      if (now.status === 'captured') return this.record(payment, now, eventId);
      if (error.refused) return undefined;
      throw error;
    }
  }

  private record(
    payment: PaymentRecord,
    captured: RazorpayPayment,
    eventId: string | undefined,
  ): Promise<CaptureRecord | undefined> {
    const running = this.underWay.get(captured.id);
    if (running) return running;
    const work = this.write(payment, captured, eventId).finally(() => this.underWay.delete(captured.id));
    this.underWay.set(captured.id, work);
    return work;
  }

  private async write(
    payment: PaymentRecord,
    captured: RazorpayPayment,
    eventId: string | undefined,
  ): Promise<CaptureRecord | undefined> {
    const { _id: orderId } = payment;
    const capture: CaptureRecord = {
      paymentId: captured.id,
      method: captured.method ?? 'unknown',
      amountPaise: captured.amount,
      currency: captured.currency,
      at: new Date(),
    };
    // News of money that was given back already is old news.
    const once = { 'captures.paymentId': { $ne: captured.id }, 'refunds.paymentId': { $ne: captured.id } };
    if (!fits(payment, captured)) {
      // Nobody is charged without an order: money that pays for nothing goes back.
      this.logger.error(
        { orderId, paymentId: captured.id, amountPaise: captured.amount, expectedPaise: payment.amountPaise },
        'captured money does not fit its order; it is refunded',
      );
      await this.store.write(orderId, once, {
        $push: { captures: capture, refunds: newRefund(captured.id, captured.amount, MISMATCH) },
      });
      return undefined;
    }
    const told = capturedEvent(payment, capture, captured.order_id);
    const written = await this.store.write(orderId, once, {
      $set: { state: 'captured', standing: 'unknown' },
      $unset: { nextCheckAt: 1 },
      $push: {
        captures: capture,
        outbox: { $each: [told] },
        ...heard(eventId),
      },
    });
    const current = written ?? (await this.store.byId(orderId));
    return current ? captureOf(current, captured.id) : undefined;
  }

  private async noteFailure(
    { _id: orderId, userId, razorpayOrderId }: PaymentRecord,
    failed: RazorpayPayment,
  ): Promise<void> {
    const reason = failed.error_description ?? 'The payment failed.';
    await this.store.write(
      orderId,
      { 'failures.paymentId': { $ne: failed.id } },
      {
        $push: {
          failures: { $each: [{ paymentId: failed.id, reason, at: new Date() }], $slice: -FAILURES_KEPT },
          outbox: {
            $each: [
              createEvent('payment.failed', {
                orderId,
                userId,
                razorpayOrderId: razorpayOrderId ?? '',
                razorpayPaymentId: failed.id,
                reason,
              }),
            ],
          },
        },
      },
    );
  }
}

/** What is told of money that arrived; told again it changes nothing. */
export const capturedEvent = (
  { _id: orderId, userId, razorpayOrderId }: PaymentRecord,
  { paymentId, amountPaise, method, at }: CaptureRecord,
  atRazorpay?: string | null,
) =>
  createEvent('payment.captured', {
    orderId,
    userId,
    razorpayOrderId: razorpayOrderId ?? atRazorpay ?? '',
    razorpayPaymentId: paymentId,
    amountPaise,
    method,
    capturedAt: at.toISOString(),
  });

/** Whether a payment is what the order costs. */
const fits = (payment: PaymentRecord, { amount, currency }: { amount: number; currency: string }): boolean =>
  amount === payment.amountPaise && currency === payment.currency;

/** The recorded capture of a payment that pays for the order. */
export const captureOf = (payment: PaymentRecord, paymentId: string): CaptureRecord | undefined =>
  payment.captures.find(
    (capture) =>
      capture.paymentId === paymentId && fits(payment, { amount: capture.amountPaise, currency: capture.currency }),
  );
