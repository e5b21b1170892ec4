import { Injectable } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { PaymentLinks } from '../links/payment-links.service.js';
import { Captures } from '../payments/captures.service.js';
import { buildCapturedEvent, buildPaymentAuditEvent, buildRefundedEvent } from '../payments/payment-events.js';
import { isRefunding, type PaymentRecord, type RefundRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { RefundApprovals } from '../refunds/refund-approvals.service.js';
import { Refunds } from '../refunds/refunds.service.js';
import { ReturnRefunds } from '../refunds/return-refunds.service.js';
import { isActive, keptCaptures, OrderMatching } from './order-matching.service.js';
import { PaymentsAdminService } from './payments-admin.service.js';

type RefundResult = Pick<CallResponse<'POST /payments/admin/{orderId}/refund'>, 'message' | 'outcome' | 'approval'>;

/** With the refunds of cancelled items and returns. */
type Money = Pick<PaymentRecord, 'captures'> & { refunds: Pick<RefundRecord, 'state'>[] };

@Injectable()
export class PaymentActions {
  constructor(
    private readonly payments: PaymentsAdminService,
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    private readonly links: PaymentLinks,
    private readonly refunds: Refunds,
    private readonly approvals: RefundApprovals,
    private readonly matching: OrderMatching,
    private readonly returns: ReturnRefunds,
  ) {}

  /**
   * Applies Razorpay's state, makes refunds that are due and publishes their events again.
   * @returns a message with the result
   * @throws AppError PAYMENT_NOT_FOUND, PAYMENT_PROVIDER_FAILED
   */
  async retry(orderId: string, by: Identity): Promise<string> {
    const before = await this.payments.getRecord(orderId);
    const moneyBefore = await this.moneyOf(before);
    const audit = buildPaymentAuditEvent(by, before, 'payment.retried');
    await this.store.update(orderId, {}, { $push: { outbox: { $each: [audit] } } });
    try {
      for (const current of await this.razorpay.paymentsOfOrder(before.razorpayOrderId))
        await this.captures.apply(await this.payments.getRecord(orderId), current);
      if (before.link) await this.links.refresh(await this.payments.getRecord(orderId));
      await this.refunds.synchronise(await this.payments.getRecord(orderId));
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      throw new AppError('PAYMENT_PROVIDER_FAILED', {
        message: 'Razorpay did not respond. Please try again.',
        cause: error,
      });
    }
    const after = await this.payments.getRecord(orderId);
    const money = await this.moneyOf(after);
    if (money.refunds.some(({ state }) => state === 'requested'))
      throw new AppError('PAYMENT_PROVIDER_FAILED', {
        message: 'Razorpay did not make the refund. It will be retried automatically.',
      });
    const hasRepublished = await this.republish(after);
    return describeRetry(moneyBefore, money, hasRepublished);
  }

  /**
   * Refunds a captured payment in full, once; above the limits after a second person has approved.
   * @throws AppError PAYMENT_NOT_FOUND; PAYMENT_IN_USE while the order has or may get the payment, or when items of it
   *   were refunded; UNAVAILABLE when the order service does not reply
   */
  async refund(orderId: string, paymentId: string, reason: string, by: Identity): Promise<RefundResult> {
    const payment = await this.payments.getRecord(orderId);
    if (!payment.captures.some((one) => one.paymentId === paymentId)) throw new AppError('PAYMENT_NOT_FOUND');
    const present = payment.refunds.find((one) => one.paymentId === paymentId);
    if (!present || !isRefunding(present)) {
      const claim = await this.matching.rejectPayment(orderId, paymentId);
      if (claim === 'paid') throw new AppError('PAYMENT_IN_USE');
      if (claim === 'open')
        throw new AppError('PAYMENT_IN_USE', {
          message: 'The order of this payment is still open. Retry the payment, or wait until its checkout has ended.',
        });
      if ((await this.returns.refundedPaise([orderId])).has(paymentId))
        throw new AppError('PAYMENT_IN_USE', {
          message:
            'Items of this payment were refunded already, so it cannot be refunded in full. ' +
            'Please refund what is left of it at the Razorpay dashboard.',
        });
    }
    const outcome = await this.approvals.request({
      orderId,
      paymentId,
      reason: `${reason} (by ${by.email})`,
      by,
      canRepeat: true,
    });
    const { refunds } = await this.payments.getRecord(orderId);
    const refund = refunds.find((one) => one.paymentId === paymentId);
    if (refund && outcome === 'approval_required')
      return {
        outcome,
        message: 'This refund is above your limit. Another person must approve it.',
        approval: await this.approvals.get(refund.key),
      };
    return { outcome, message: describeRefund(refund?.state) };
  }

  private async moneyOf({ _id, captures, refunds }: PaymentRecord): Promise<Money> {
    return { captures, refunds: [...refunds, ...(await this.returns.ofOrders([_id]))] };
  }

  private async republish(payment: PaymentRecord): Promise<boolean> {
    const order = await this.matching.orderStates([payment._id]).then(
      (orders) => orders.get(payment._id),
      () => undefined,
    );
    const kept = keptCaptures(payment, order, await this.returns.refundedPaise([payment._id]));
    const unmatched = kept.length > (isActive(order) ? 1 : 0) ? kept : [];
    const events = [
      ...unmatched.map((capture) => buildCapturedEvent(payment, capture)),
      ...payment.refunds.filter(({ state }) => state === 'done').map((refund) => buildRefundedEvent(payment, refund)),
    ];
    if (events.length > 0) await this.store.update(payment._id, {}, { $push: { outbox: { $each: events } } });
    return unmatched.length > 0;
  }
}

function describeRefund(state: PaymentRecord['refunds'][number]['state'] | undefined): string {
  switch (state) {
    case 'done':
      return 'The payment was refunded.';
    case 'failed':
      return 'The bank returned this refund. Please make it at the Razorpay dashboard, then retry.';
    default:
      return 'The refund was requested. Razorpay has not made it yet; it will be retried automatically.';
  }
}

function describeRetry(before: Money, after: Money, hasRepublished: boolean): string {
  const doneRefunds = ({ refunds }: Money) => refunds.filter(({ state }) => state === 'done').length;
  if (doneRefunds(after) > doneRefunds(before)) return 'The refund was made.';
  if (after.refunds.some(({ state }) => state === 'failed'))
    return 'Razorpay has no other refund. Please make it at the Razorpay dashboard, then retry.';
  if (after.captures.length > before.captures.length)
    return 'A missing capture was found at Razorpay. The order is being completed.';
  if (hasRepublished) return 'The capture was sent to the order again. It will be completed or refunded shortly.';
  return after.captures.length > 0
    ? 'Checked with Razorpay: nothing is missing.'
    : 'Checked with Razorpay: no money has arrived.';
}
