import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { ConfirmationService } from './confirmation.service.js';
import { OrderSummaries } from './order-summaries.js';

/** What the user service learns about orders. A cancellation is a change of status like any other. */
@Controller()
export class OrdersConsumer {
  constructor(
    private readonly summaries: OrderSummaries,
    private readonly confirmations: ConfirmationService,
  ) {}

  @EventPattern('order.placed')
  async placed(@Payload() { data }: Envelope<'order.placed'>): Promise<void> {
    const claimed = await this.summaries.placed(data, this.confirmations.isFor(data));
    await this.confirmations.send(data, claimed);
  }

  @EventPattern('order.status.changed')
  async statusChanged(@Payload() { data }: Envelope<'order.status.changed'>): Promise<void> {
    await this.summaries.statusChanged(data);
  }
}
