import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import { capturedEvent, Captures } from '../payments/captures.service.js';
import type { PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { refundedEvent, Refunds } from '../refunds/refunds.service.js';
import { Desk } from './desk.service.js';
import { keptCaptures, type Standing, Standings, stands } from './standings.js';

/** What people may do about a payment. Everything may be said twice. */
@Injectable()
export class DeskActions {
  constructor(
    private readonly desk: Desk,
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    private readonly refunds: Refunds,
    private readonly standings: Standings,
  ) {}

  /**
   * Asks Razorpay now: money that nobody told us of, refunds that are still to be made or were made by hand. Then
   * the others are told again what they may have missed.
   * @returns what happened, for people
   * @throws AppError PAYMENT_NOT_FOUND, PAYMENT_PROVIDER_FAILED
   */
  async retry(orderId: string): Promise<string> {
    const before = await this.desk.record(orderId);
    try {
      if (before.razorpayOrderId)
        for (const current of await this.razorpay.paymentsOfOrder(before.razorpayOrderId))
          await this.captures.takeNotice(await this.desk.record(orderId), current);
      await this.refunds.carryOn(await this.desk.record(orderId));
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      throw new AppError('PAYMENT_PROVIDER_FAILED', {
        message: 'Razorpay did not answer. Nothing was changed by this try.',
        cause: error,
      });
    }
    const after = await this.desk.record(orderId);
    if (after.refunds.some(({ state }) => state === 'requested')) {
      throw new AppError('PAYMENT_PROVIDER_FAILED', {
        message: 'Razorpay was asked and did not make the refund. The shop tries again by itself.',
      });
    }
    const told = await this.tellAgain(after);
    return said(before, after, told);
  }

  /**
   * Gives a captured payment back in full. It is noted once, and made by the same means as every other refund.
   * @throws AppError PAYMENT_NOT_FOUND; PAYMENT_IN_USE while an order stands behind it or may still come to;
   *   UNAVAILABLE when the order service can't say
   */
  async refund(orderId: string, paymentId: string, reason: string, by: Identity): Promise<string> {
    const payment = await this.desk.record(orderId);
    const capture = payment.captures.find((one) => one.paymentId === paymentId);
    if (!capture) throw new AppError('PAYMENT_NOT_FOUND');
    if (!payment.refunds.some((one) => one.paymentId === paymentId)) {
      const outcome = await this.standings.letGo(orderId, paymentId);
      if (outcome === 'paid') throw new AppError('PAYMENT_IN_USE');
      if (outcome === 'open')
        throw new AppError('PAYMENT_IN_USE', {
          message:
            'The order of this payment is still being completed. Retry it first, or look again when its checkout has ended.',
        });
      await this.refunds.request(orderId, paymentId, `${reason} (by ${by.email})`, [
        createAuditEvent(by, {
          action: 'payment.refunded',
          subject: 'payment',
          subjectId: orderId,
          label: `#${orderId.slice(-8)}`,
          changes: [
            { field: 'refund', to: formatPaise(capture.amountPaise) },
            { field: 'payment', to: paymentId },
            { field: 'reason', to: reason },
          ],
        }),
      ]);
    }
    const state = (await this.desk.record(orderId)).refunds.find((one) => one.paymentId === paymentId)?.state;
    if (state === 'done') return 'The payment has been given back.';
    if (state === 'failed')
      return 'The bank sent this refund back. Please make it at the Razorpay dashboard, then retry.';
    return 'The refund is noted. Razorpay has not made it yet; the shop tries again by itself.';
  }

  /** Order and others hear again of money that came without becoming an order, and of money that went back. */
  private async tellAgain(payment: PaymentRecord): Promise<boolean> {
    const order = await this.standings.of([payment._id]).then(
      (found): Standing | undefined => found.get(payment._id),
      () => undefined,
    );
    const kept = keptCaptures(payment);
    const missed = kept.length > (stands(order) ? 1 : 0) ? kept : [];
    const events = [
      ...missed.map((capture) => capturedEvent(payment, capture)),
      ...payment.refunds.filter(({ state }) => state === 'done').map((refund) => refundedEvent(payment, refund)),
    ];
    if (events.length > 0)
      await this.store.write(
        payment._id,
        { 'captures.0': { $exists: true } },
        { $push: { outbox: { $each: events } } },
      );
    return missed.length > 0;
  }
}

/** What a retry brought, in a sentence. */
function said(before: PaymentRecord, after: PaymentRecord, told: boolean): string {
  const done = ({ refunds }: PaymentRecord) => refunds.filter(({ state }) => state === 'done').length;
  if (done(after) > done(before)) return 'The refund has been made.';
  if (after.refunds.some(({ state }) => state === 'failed'))
    return 'Razorpay knows of no other refund. Please make it at the Razorpay dashboard, then retry.';
  if (after.captures.length > before.captures.length)
    return 'Razorpay has captured money that we had not noticed. Its order is being completed.';
  if (told) return 'The order was told of the money again. It is completed or given back in a moment.';
  return after.captures.length > 0
    ? 'Razorpay was asked. Nothing is missing.'
    : 'Razorpay was asked. No money has arrived.';
}
