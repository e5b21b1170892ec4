import { Inject, Injectable } from '@nestjs/common';
import type { WebhookDelivery } from '@rangavalli/contracts/entities/payment-desk';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Captures } from '../payments/captures.service.js';
import type { PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { Refunds } from '../refunds/refunds.service.js';
import { isKnownEvent, type WebhookEvent, webhookEvent } from './webhook.schema.js';

/** A payment remembers so many webhook events. Forgetting one costs nothing but work: every path records once. */
const EVENTS_KEPT = 50;

/** What became of an event, and what it was about. */
type Handled = { outcome: 'handled' | 'repeated' | 'ignored' | 'unreadable' } & Pick<WebhookDelivery, 'razorpayOrderId' | 'razorpayPaymentId' | 'orderId'>;

/** What Razorpay tells by itself. It may come twice, late and out of order. */
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
   * Acts on an event whose signature was right. What concerns us not is taken and forgotten.
   * @param eventId `x-razorpay-event-id`: the same for every delivery of one event
   * @param again acts on an event that was handled before, too: every path records once
   * @returns what became of it, and what it was about
   * @throws RazorpayError or a database's error: Razorpay delivers again then
   */
  async handle(body: { event: string }, eventId: string | undefined, again = false): Promise<Handled> {
    if (!isKnownEvent(body.event)) return { outcome: 'ignored' };
    const read = webhookEvent.safeParse(body);
    if (!read.success) {
      this.logger.error({ err: read.error, event: body.event, eventId }, 'a webhook of another shape than documented; the reconciler asks for what it said');
      return { outcome: 'unreadable' };
    }
    const { id, order_id: razorpayOrderId } = read.data.payload.payment.entity;
    const about = { razorpayPaymentId: id, ...(razorpayOrderId ? { razorpayOrderId } : {}) };
    const repeats = again || !razorpayOrderId || !eventId ? null : await this.noteKnownCapture(razorpayOrderId, id, read.data.event, eventId);
    if (repeats) return { outcome: 'handled', ...about, orderId: repeats };
    const payment = razorpayOrderId ? await this.store.byRazorpayOrder(razorpayOrderId) : null;
    if (!payment) {
      this.logger.warn({ event: body.event, eventId, razorpayOrderId }, 'a webhook about an order that is not ours');
      return { outcome: 'ignored', ...about };
    }
    const ours = { ...about, orderId: payment._id };
    if (!again && eventId && payment.webhookEvents.includes(eventId)) return { outcome: 'repeated', ...ours };
    await this.act(payment, read.data);
    if (eventId) await this.store.write(payment._id, { webhookEvents: { $ne: eventId } }, { $push: { webhookEvents: { $each: [eventId], $slice: -EVENTS_KEPT } } });
    return { outcome: 'handled', ...ours };
  }

  /**
   * Notes an event that tells of a capture that stands recorded already, as most do since the page's own proof is faster.
   * @returns the order's id; null when there may be something to be done
   */
  private async noteKnownCapture(razorpayOrderId: string, paymentId: string, event: string, eventId: string): Promise<string | null> {
    if (event.startsWith('refund.') || event === 'payment.failed') return null;
    const noted = await this.store.model
      .findOneAndUpdate(
        { razorpayOrderId, 'captures.paymentId': paymentId, webhookEvents: { $ne: eventId } },
        { $push: { webhookEvents: { $each: [eventId], $slice: -EVENTS_KEPT } } },
        { projection: { _id: 1 } },
      )
      .lean<Pick<PaymentRecord, '_id'>>()
      .exec();
    return noted?._id ?? null;
  }

  private async act(payment: PaymentRecord, { event, payload }: WebhookEvent): Promise<void> {
    switch (event) {
      case 'refund.created':
      case 'refund.processed':
        await this.refunds.done(payment, payload.refund.entity);
        return;
      case 'refund.failed':
        await this.refunds.failed(payment, payload.refund.entity);
        return;
      case 'payment.authorized':
        // Old news as soon as it is sent: Razorpay may have captured the money by itself since.
        if (!payment.captures.some(({ paymentId }) => paymentId === payload.payment.entity.id)) await this.captures.takeNotice(payment, await this.razorpay.payment(payload.payment.entity.id));
        return;
      default:
        await this.captures.takeNotice(payment, payload.payment.entity);
    }
  }
}
