import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { SalesDays } from './sales-days.service.js';

@Controller()
export class SalesDaysConsumer {
  constructor(private readonly sales: SalesDays) {}

  @EventPattern('order.placed')
  async placed(@Payload() { data: { orderId, orderedAt } }: Envelope<'order.placed'>): Promise<void> {
    await this.sales.markChanged({ orderId, orderedAt: new Date(orderedAt) });
  }

  @EventPattern('order.status.changed')
  async statusChanged(@Payload() { data }: Envelope<'order.status.changed'>): Promise<void> {
    await this.sales.markChanged({ orderId: data.orderId });
  }

  @EventPattern('order.lines.cancelled')
  async linesCancelled(@Payload() { data }: Envelope<'order.lines.cancelled'>): Promise<void> {
    await this.sales.markChanged({ orderId: data.orderId });
  }

  /** Goods that were returned count as sold, unless others replace them. */
  @EventPattern('order.return.decided')
  async returnDecided(@Payload() { data }: Envelope<'order.return.decided'>): Promise<void> {
    if (data.exchange) await this.sales.markChanged({ orderId: data.orderId });
  }
}
