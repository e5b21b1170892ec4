import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { inPurchase } from '@rangavalli/service-kit/tracing/tracing';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { RazorpayPayment } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { isOpenLink } from '../links/link.schema.js';
import { buildCapturedEvent, buildFailedEvent } from './payment-events.js';
import {
  AMOUNT_MISMATCH,
  buildCapture,
  buildRefund,
  type CaptureRecord,
  hasEntry,
  hasRoomForCapture,
  hasRoomForRefund,
  isFull,
  type PaymentRecord,
  pushWebhookEvent,
} from './payment.schema.js';
import { Refunds } from '../refunds/refunds.service.js';
import { PaymentStore, purchaseOf } from './payment.store.js';

const MAX_FAILURES = 20;

const captures = new Counter({
  name: 'payment_captures_total',
  help: 'Captured payments that were recorded, by any source.',
});

/** Records money that arrived, once, whether verify call, webhook or reconciler reports it first (invariant 3). */
@Injectable()
export class Captures {
  /** By Razorpay payment: verify call and webhook mostly arrive at the same moment. */
  private readonly inFlight = new Map<string, Promise<CaptureRecord | undefined>>();

  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly refunds: Refunds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Applies Razorpay's state of a payment: captured money is recorded, authorised money captured, a failure recorded.
   * @param payment may be stale: writes are guarded
   * @param eventId the webhook event, stored in the same write as a capture
   * @returns the capture, undefined when the payment does not pay for the order (yet)
   * @throws RazorpayError when a capture is needed and Razorpay does not respond
   */
  async apply(payment: PaymentRecord, current: RazorpayPayment, eventId?: string): Promise<CaptureRecord | undefined> {
    const latest = (await this.store.findCached(payment.razorpayOrderId)) ?? payment;
    const known = findCapture(latest, current.id);
    if (known) return known;
    switch (current.status) {
      case 'captured':
        return this.record(payment, current, eventId);
      case 'authorized':
        return this.capture((await this.store.findById(payment._id)) ?? payment, current, eventId);
      case 'failed':
        await this.recordFailure(payment, current);
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
    // Razorpay releases uncaptured money by itself.
    if (!fitsOrder(payment, authorized) || payment.captures.length > 0) {
      this.logger.warn(
        { orderId: payment._id, paymentId: authorized.id },
        'authorised payment not captured: wrong amount, or the order is paid',
      );
      return undefined;
    }
    try {
      const captured = await this.razorpay.capture(authorized.id, payment.amountPaise, payment.currency);
      return await this.record(payment, captured, eventId);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // Captured automatically meanwhile, or the response was lost.
      const current = await this.razorpay.payment(authorized.id);
      if (current.status === 'captured') return this.record(payment, current, eventId);
      if (error.isRejected) return undefined;
      throw error;
    }
  }

  private record(
    payment: PaymentRecord,
    captured: RazorpayPayment,
    eventId: string | undefined,
  ): Promise<CaptureRecord | undefined> {
    const running = this.inFlight.get(captured.id);
    if (running) return running;
    const work = inPurchase('record capture', purchaseOf(payment), () =>
      this.write(payment, captured, eventId),
    ).finally(() => this.inFlight.delete(captured.id));
    this.inFlight.set(captured.id, work);
    return work;
  }

  private async write(
    payment: PaymentRecord,
    captured: RazorpayPayment,
    eventId: string | undefined,
  ): Promise<CaptureRecord | undefined> {
    const { _id: orderId } = payment;
    const capture = buildCapture(captured);
    // A payment that was refunded before its capture was reported does not pay for the order.
    const once = { 'captures.paymentId': { $ne: captured.id }, 'refunds.paymentId': { $ne: captured.id } };
    if (!fitsOrder(payment, captured)) {
      this.logger.error(
        { orderId, paymentId: captured.id, amountPaise: captured.amount, expectedPaise: payment.amountPaise },
        'captured amount does not fit the order: refunding',
      );
      const refunding = await this.store.update(
        orderId,
        { ...once, ...hasRoomForCapture, ...hasRoomForRefund },
        {
          $unset: { purgeAt: 1 },
          $push: { captures: capture, refunds: buildRefund(captured.id, captured.amount, AMOUNT_MISMATCH) },
        },
        'capture_mismatch',
      );
      if (!refunding) await this.refundIfUnstored(orderId, capture);
      return undefined;
    }
    const updated = await this.store.update(
      orderId,
      { ...once, ...hasRoomForCapture },
      {
        $set: { state: 'captured', orderMatch: 'unchecked' },
        $unset: { nextCheckAt: 1, purgeAt: 1 },
        $push: {
          captures: capture,
          outbox: { $each: [buildCapturedEvent(payment, capture)] },
          ...pushWebhookEvent(eventId),
        },
      },
      'captured',
    );
    if (updated) captures.inc();
    // The reconciler cancels the link of an order that was paid otherwise.
    if (isOpenLink(updated?.link)) await this.store.update(orderId, {}, { $set: { nextCheckAt: new Date() } });
    const current = updated ?? (await this.refundIfUnstored(orderId, capture));
    return current ? findCapture(current, captured.id) : undefined;
  }

  /**
   * Refunds money for which the payment has no room.
   * @returns the present payment
   * @throws RazorpayError when Razorpay does not respond: webhook, reconciler and staff's retries then repeat it
   */
  private async refundIfUnstored(orderId: string, capture: CaptureRecord): Promise<PaymentRecord | null> {
    const current = await this.store.findById(orderId);
    if (current && isFull(current) && !hasEntry(current, capture.paymentId))
      await this.refunds.refundUnstored(current, capture);
    return current;
  }

  private async recordFailure(payment: PaymentRecord, failed: RazorpayPayment): Promise<void> {
    const reason = failed.error_description ?? 'The payment failed.';
    await this.store.update(
      payment._id,
      { 'failures.paymentId': { $ne: failed.id } },
      {
        $push: {
          failures: { $each: [{ paymentId: failed.id, reason, at: new Date() }], $slice: -MAX_FAILURES },
          outbox: { $each: [buildFailedEvent(payment, failed.id, reason)] },
        },
      },
      'failed',
    );
  }
}

const fitsOrder = (payment: PaymentRecord, { amount, currency }: { amount: number; currency: string }): boolean =>
  amount === payment.amountPaise && currency === payment.currency;

/** Returns the capture of a Razorpay payment if it pays for the order. */
export const findCapture = (payment: PaymentRecord, paymentId: string): CaptureRecord | undefined =>
  payment.captures.find(
    ({ paymentId: id, amountPaise: amount, currency }) => id === paymentId && fitsOrder(payment, { amount, currency }),
  );
