import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { orderDispatched } from '../templates/order-dispatched.js';

/** An order's invoice is issued when it is dispatched. */
@Controller()
export class OrderDispatchedConsumer {
  constructor(
    private readonly delivery: EmailDelivery,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  /** @throws Error when the email was not sent yet; the event is then redelivered */
  @EventPattern('order.invoiced')
  async announce(@Payload() { id: eventId, data }: Envelope<'order.invoiced'>): Promise<void> {
    const { orderId, customer } = data;
    if (!customer.email || !this.delivery.isEnabled) return;
    const outcome = await this.delivery.sendOnce({
      id: `dispatched-${orderId}`,
      template: 'order-dispatched',
      to: customer.email,
      orderId,
      eventId,
      ...orderDispatched(data, this.config.PUBLIC_URL),
    });
    if (outcome === 'pending') throw new Error(`dispatch email of order ${orderId} is pending at another process`);
  }
}
