import { Inject, Injectable } from '@nestjs/common';
import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { linkPurchase } from '@rangavalli/service-kit/tracing/tracing';
import type { Logger } from 'pino';
import { PaymentLinks } from '../links/payment-links.service.js';
import { Captures } from '../payments/captures.service.js';
import { isOrderOf, type PaymentRecord, pushWebhookEvent } from '../payments/payment.schema.js';
import { PaymentStore, purchaseOf } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { RazorpayError } from '../razorpay/razorpay.error.js';
import { Refunds } from '../refunds/refunds.service.js';
import { isHandledEvent, type WebhookEvent, webhookEvent } from './webhook.schema.js';

type WebhookResult = { outcome: 'handled' | 'repeated' | 'ignored' | 'unreadable' } & Pick<
  WebhookDelivery,
  'razorpayOrderId' | 'razorpayPaymentId' | 'orderId'
>;

@Injectable()
export class Webhooks {
  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    private readonly refunds: Refunds,
    private readonly links: PaymentLinks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Handles an event whose signature is valid.
   * @param eventId `x-razorpay-event-id`, the same for every delivery of an event
   * @param isReplay handles it even if it was handled before: every handler is idempotent
   * @throws RazorpayError or a database error: Razorpay then delivers again
   */
  async handle(body: { event: string }, eventId: string | undefined, isReplay = false): Promise<WebhookResult> {
    if (!isHandledEvent(body.event)) return { outcome: 'ignored' };
    const parsed = webhookEvent.safeParse(body);
    if (!parsed.success) {
      this.logger.error(
        { err: parsed.error, event: body.event, eventId },
        'webhook event of unexpected shape: left to the reconciler',
      );
      return { outcome: 'unreadable' };
    }
    const reported = parsed.data.payload.payment?.entity;
    const razorpayOrderId = reported?.order_id;
    const ids = {
      ...(reported ? { razorpayPaymentId: reported.id } : {}),
      ...(razorpayOrderId ? { razorpayOrderId } : {}),
    };
    const payment = await this.findPayment(parsed.data, isReplay);
    if (!payment) {
      this.logger.warn({ event: body.event, eventId, razorpayOrderId }, 'webhook event of an unknown order');
      return { outcome: 'ignored', ...ids };
    }
    linkPurchase(purchaseOf(payment));
    const result = { ...ids, orderId: payment._id };
    if (!isReplay && eventId && payment.webhookEvents.includes(eventId)) return { outcome: 'repeated', ...result };
    const applied = await this.apply(payment, parsed.data, eventId);
    if (applied === 'unknown') {
      this.logger.error(
        { event: body.event, eventId, ...ids },
        'webhook event of what Razorpay does not have: ignored',
      );
      return { outcome: 'ignored', ...result };
    }
    if (eventId && applied === 'unstored')
      await this.store.update(payment._id, { webhookEvents: { $ne: eventId } }, { $push: pushWebhookEvent(eventId) });
    return { outcome: 'handled', ...result };
  }

  private async findPayment({ payload }: WebhookEvent, isReplay: boolean): Promise<PaymentRecord | null> {
    if ('payment_link' in payload) return this.store.findByLinkReference(payload.payment_link.entity.reference_id);
    const razorpayOrderId = payload.payment.entity.order_id;
    if (!razorpayOrderId) return null;
    const find = isReplay ? 'findByRazorpayOrder' : 'findCached';
    return (await this.store[find](razorpayOrderId)) ?? this.links.findByRazorpayOrder(razorpayOrderId);
  }

  /**
   * Applies what Razorpay has now: an event is only a hint, because anyone with the webhook secret can sign one.
   * @returns `stored` when the event id needs no write of its own, `unknown` when Razorpay has no such thing
   */
  private async apply(
    payment: PaymentRecord,
    { payload }: WebhookEvent,
    eventId: string | undefined,
  ): Promise<'stored' | 'unstored' | 'unknown'> {
    if ('payment_link' in payload) {
      await this.links.refresh(payment);
      return 'unstored';
    }
    const { id } = payload.payment.entity;
    if ('refund' in payload) return this.applyRefund(payment, id, payload.refund.entity.id);
    if (payment.captures.some(({ paymentId }) => paymentId === id)) return 'stored';
    const current = await this.find(() => this.razorpay.payment(id));
    if (!current || !isOrderOf(payment, current.order_id)) return 'unknown';
    return (await this.captures.apply(payment, current, eventId)) ? 'stored' : 'unstored';
  }

  private async applyRefund(
    payment: PaymentRecord,
    paymentId: string,
    refundId: string,
  ): Promise<'unstored' | 'unknown'> {
    const current = await this.find(() => this.razorpay.payment(paymentId));
    if (!isOrderOf(payment, current?.order_id)) return 'unknown';
    const refund = (await this.razorpay.refundsOf(paymentId)).find(({ id }) => id === refundId);
    if (!refund) return 'unknown';
    const latest = (await this.store.findById(payment._id)) ?? payment;
    await this.refunds[refund.status === 'failed' ? 'recordFailed' : 'recordDone'](latest, refund);
    return 'unstored';
  }

  /** Undefined when Razorpay has no such id. @throws RazorpayError when it does not respond */
  private async find<T>(fetch: () => Promise<T>): Promise<T | undefined> {
    try {
      return await fetch();
    } catch (error) {
      if (error instanceof RazorpayError && error.isRejected) return undefined;
      throw error;
    }
  }
}
