import { Inject, Injectable } from '@nestjs/common';
import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Captures } from '../payments/captures.service.js';
import type { PaymentRecord } from '../payments/payment.schema.js';
import { heard, PaymentStore } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { Refunds } from '../refunds/refunds.service.js';
import { isKnownEvent, type WebhookEvent, webhookEvent } from './webhook.schema.js';

/** What became of an event, and what it was about. */
type Handled = { outcome: 'handled' | 'repeated' | 'ignored' | 'unreadable' } & Pick<
  WebhookDelivery,
  'razorpayOrderId' | 'razorpayPaymentId' | 'orderId'
>;

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
      this.logger.error(
        { err: read.error, event: body.event, eventId },
        'a webhook of another shape than documented; the reconciler asks for what it said',
      );
      return { outcome: 'unreadable' };
    }
    const { id, order_id: razorpayOrderId } = read.data.payload.payment.entity;
    const about = { razorpayPaymentId: id, ...(razorpayOrderId ? { razorpayOrderId } : {}) };
    const payment = razorpayOrderId
      ? await (again ? this.store.byRazorpayOrder(razorpayOrderId) : this.store.lastKnown(razorpayOrderId))
      : null;
    if (!payment) {
      this.logger.warn({ event: body.event, eventId, razorpayOrderId }, 'a webhook about an order that is not ours');
      return { outcome: 'ignored', ...about };
    }
    const ours = { ...about, orderId: payment._id };
    if (!again && eventId && payment.webhookEvents.includes(eventId)) return { outcome: 'repeated', ...ours };
    const remembered = await this.act(payment, read.data, eventId);
    if (eventId && !remembered)
      await this.store.write(payment._id, { webhookEvents: { $ne: eventId } }, { $push: heard(eventId) });
    return { outcome: 'handled', ...ours };
  }

  /** @returns whether the event needs no remembering any more */
  private async act(
    payment: PaymentRecord,
    { event, payload }: WebhookEvent,
    eventId: string | undefined,
  ): Promise<boolean> {
    const { entity } = payload.payment;
    if (event === 'refund.created' || event === 'refund.processed' || event === 'refund.failed') {
      const now = (await this.store.byId(payment._id)) ?? payment;
      await this.refunds[event === 'refund.failed' ? 'failed' : 'done'](now, payload.refund.entity);
      return false;
    }
    // Mostly old news, and old news again the next time: the page's own proof is faster.
    if (payment.captures.some(({ paymentId }) => paymentId === entity.id)) {
      if (eventId) this.store.heardAgain(payment, eventId);
      return true;
    }
    // Razorpay may have captured authorised money by itself since it sent this.
    const current = event === 'payment.authorized' ? await this.razorpay.payment(entity.id) : entity;
    return (await this.captures.takeNotice(payment, current, eventId)) !== undefined;
  }
}
