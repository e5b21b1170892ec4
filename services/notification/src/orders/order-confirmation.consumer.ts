import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { orderConfirmation } from '../templates/order-confirmation.js';

@Controller()
export class OrderConfirmationConsumer {
  constructor(
    private readonly delivery: EmailDelivery,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  /** @throws Error when the email was not sent yet; the event is then redelivered */
  @EventPattern('order.placed')
  async confirm(@Payload() { id: eventId, data: order }: Envelope<'order.placed'>): Promise<void> {
    const { orderId, customer } = order;
    if (!customer.email || !this.delivery.isEnabled) return;
    const outcome = await this.delivery.sendOnce({
      id: `order-${orderId}`,
      template: 'order-confirmation',
      to: customer.email,
      orderId,
      eventId,
      ...orderConfirmation(order, this.config.PUBLIC_URL),
    });
    if (outcome === 'pending') throw new Error(`confirmation of order ${orderId} is pending at another process`);
  }
}
