import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { OrderSummaries } from './order-summaries.js';

@Controller()
export class OrderSummariesConsumer {
  constructor(private readonly summaries: OrderSummaries) {}

  @EventPattern('order.placed')
  async placed(@Payload() { data }: Envelope<'order.placed'>): Promise<void> {
    await this.summaries.add(data);
  }

  @EventPattern('order.status.changed')
  async statusChanged(@Payload() { data }: Envelope<'order.status.changed'>): Promise<void> {
    await this.summaries.setStatus(data);
  }
}
