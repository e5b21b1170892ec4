import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { Refunds } from './refunds.service.js';

@Controller()
export class RefundsConsumer {
  constructor(private readonly refunds: Refunds) {}

  /** The order was paid twice, or its stock was gone. */
  @EventPattern('order.unfulfillable')
  async unfulfillable(@Payload() { data }: Envelope<'order.unfulfillable'>): Promise<void> {
    await this.refunds.request(data.orderId, data.razorpayPaymentId, 'could not be fulfilled');
  }

  @EventPattern('order.cancelled')
  async cancelled(@Payload() { data }: Envelope<'order.cancelled'>): Promise<void> {
    await this.refunds.request(data.orderId, data.razorpayPaymentId, 'cancelled');
  }
}
