import { Inject, Injectable } from '@nestjs/common';
import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Captures } from '../payments/captures.service.js';
import { type PaymentRecord, pushWebhookEvent } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
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
    const { id: razorpayPaymentId, order_id: razorpayOrderId } = parsed.data.payload.payment.entity;
    const ids = { razorpayPaymentId, ...(razorpayOrderId ? { razorpayOrderId } : {}) };
    const find = isReplay ? 'findByRazorpayOrder' : 'findCached';
    const payment = razorpayOrderId ? await this.store[find](razorpayOrderId) : null;
    if (!payment) {
      this.logger.warn({ event: body.event, eventId, razorpayOrderId }, 'webhook event of an unknown order');
      return { outcome: 'ignored', ...ids };
    }
    const result = { ...ids, orderId: payment._id };
    if (!isReplay && eventId && payment.webhookEvents.includes(eventId)) return { outcome: 'repeated', ...result };
    const isStored = await this.apply(payment, parsed.data, eventId);
    if (eventId && !isStored)
      await this.store.update(payment._id, { webhookEvents: { $ne: eventId } }, { $push: pushWebhookEvent(eventId) });
    return { outcome: 'handled', ...result };
  }

  /** @returns whether the event id needs no write of its own */
  private async apply(
    payment: PaymentRecord,
    { event, payload }: WebhookEvent,
    eventId: string | undefined,
  ): Promise<boolean> {
    const { entity } = payload.payment;
    if (event === 'refund.created' || event === 'refund.processed' || event === 'refund.failed') {
      const latest = (await this.store.findById(payment._id)) ?? payment;
      await this.refunds[event === 'refund.failed' ? 'recordFailed' : 'recordDone'](latest, payload.refund.entity);
      return false;
    }
    if (payment.captures.some(({ paymentId }) => paymentId === entity.id)) return true;
    // Razorpay may have captured the money automatically since it sent this.
    const current = event === 'payment.authorized' ? await this.razorpay.payment(entity.id) : entity;
    return (await this.captures.apply(payment, current, eventId)) !== undefined;
  }
}
