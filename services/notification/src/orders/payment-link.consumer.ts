import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { Notice } from '../notices/notice.js';
import { Notifier } from '../notices/notifier.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { paymentLink } from '../templates/payment-link.js';

type LinkChanged = Envelope<'payment.link.changed'>;

@Controller()
export class PaymentLinkConsumer {
  constructor(
    private readonly delivery: EmailDelivery,
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  /**
   * Sends a new payment link, once: one that was requested by email, one for a failed payment by the channels of its
   * kind. @throws Error when the message was not sent yet; the event is then redelivered
   */
  @EventPattern('payment.link.changed')
  async send(@Payload() event: LinkChanged): Promise<void> {
    const { id: eventId, data } = event;
    const { orderId, userId, state, customer } = data;
    if (data.reason === 'payment_failed') return this.sendAfterFailure(event);
    if (state !== 'open' || !customer.email || !this.delivery.isEnabled) return;
    await this.delivery.sendOnce({
      // Beside the message after a failed payment.
      id: `payment-link-requested-${orderId}`,
      kind: 'payment_failed',
      to: customer.email,
      userId,
      orderId,
      eventId,
      ...paymentLink(data, this.config.PUBLIC_URL),
    });
  }

  /** A link that has ended, because the order was paid or ended, is not sent any more. */
  private async sendAfterFailure({ id: eventId, data }: LinkChanged): Promise<void> {
    const { orderId, orderNumber, userId, state, amountPaise, url, expiresAt } = data;
    const { email, phone } = data.customer;
    const notice: Notice<'payment_failed'> = {
      id: `payment-link-${orderId}`,
      kind: 'payment_failed',
      receiver: { userId, email, phone },
      // It names nobody: the address may not be confirmed.
      data: { orderId, orderNumber, amountPaise, url, expiresAt, customer: {} },
      orderId,
      orderNumber,
      eventId,
    };
    const isOver = state !== 'open' || Date.parse(expiresAt) <= Date.now();
    const isSettled = isOver
      ? await this.notifier.withdraw(notice, 'the link has ended')
      : (await this.notifier.notify(notice)) !== 'pending';
    if (!isSettled) throw new Error(`message ${notice.id} is pending at another process`);
  }
}
