import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { paymentLink } from '../templates/payment-link.js';

@Controller()
export class PaymentLinkConsumer {
  constructor(
    private readonly delivery: EmailDelivery,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  /** Emails a new payment link, once. @throws Error when the email was not sent yet; the event is then redelivered */
  @EventPattern('payment.link.changed')
  async send(@Payload() { id: eventId, data }: Envelope<'payment.link.changed'>): Promise<void> {
    const { orderId, state, customer } = data;
    if (state !== 'open' || !customer.email || !this.delivery.isEnabled) return;
    await this.delivery.sendOnce({
      id: `payment-link-${orderId}`,
      kind: 'payment_failed',
      to: customer.email,
      orderId,
      eventId,
      ...paymentLink(data, this.config.PUBLIC_URL),
    });
  }
}
