import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { isAnnounced, parcelMoved } from '../templates/parcel-moved.js';
import { returnDecided } from '../templates/return-decided.js';

/** Emails about the parcels and the returns of orders, each once. */
@Controller()
export class OrderProgressConsumer {
  constructor(
    private readonly delivery: EmailDelivery,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  /** @throws Error when the email was not sent yet; the event is then redelivered */
  @EventPattern('order.parcel.moved')
  async announceParcel(@Payload() { id: eventId, data }: Envelope<'order.parcel.moved'>): Promise<void> {
    const { orderId, shipmentId, status, customer } = data;
    if (!customer.email || !this.delivery.isEnabled || !isAnnounced(status)) return;
    const outcome = await this.delivery.sendOnce({
      id: `parcel-${shipmentId}-${status.replaceAll('_', '-')}`,
      template: 'parcel-moved',
      to: customer.email,
      orderId,
      eventId,
      ...parcelMoved({ ...data, status }, this.config.PUBLIC_URL),
    });
    if (outcome === 'pending') throw new Error(`email about parcel ${shipmentId} is pending at another process`);
  }

  /** @throws Error when the email was not sent yet; the event is then redelivered */
  @EventPattern('order.return.decided')
  async announceReturn(@Payload() { id: eventId, data }: Envelope<'order.return.decided'>): Promise<void> {
    const { orderId, returnId, customer } = data;
    if (!customer?.email || !this.delivery.isEnabled) return;
    const outcome = await this.delivery.sendOnce({
      id: `return-${returnId}`,
      template: 'return-decided',
      to: customer.email,
      orderId,
      eventId,
      ...returnDecided(data, this.config.PUBLIC_URL),
    });
    if (outcome === 'pending') throw new Error(`email about return ${returnId} is pending at another process`);
  }
}
