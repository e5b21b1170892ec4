import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { StockService } from './stock.service.js';

@Controller()
export class StockController {
  constructor(private readonly stock: StockService) {}

  @MessagePattern('rpc.catalog.stock.hold')
  hold(@Payload() request: CommandRequest<'rpc.catalog.stock.hold'>): Promise<CommandReply<'rpc.catalog.stock.hold'>> {
    return this.stock.holdStock({ ...request, expiresAt: new Date(request.expiresAt) });
  }

  @MessagePattern('rpc.catalog.stock.release')
  release(
    @Payload() request: CommandRequest<'rpc.catalog.stock.release'>,
  ): Promise<CommandReply<'rpc.catalog.stock.release'>> {
    return this.stock.releaseHold(request);
  }

  @MessagePattern('rpc.catalog.stock.commit')
  commit(
    @Payload() request: CommandRequest<'rpc.catalog.stock.commit'>,
  ): Promise<CommandReply<'rpc.catalog.stock.commit'>> {
    return this.stock.commitHold(request);
  }

  @EventPattern('order.cancelled')
  async returnStock(@Payload() { data }: Envelope<'order.cancelled'>): Promise<void> {
    if (!data.isSettled) await this.stock.returnStock(data);
  }

  @EventPattern('order.return.decided')
  async takeBack(@Payload() { data }: Envelope<'order.return.decided'>): Promise<void> {
    const { holdId, orderId, restocked } = data;
    if (restocked.length > 0) await this.stock.takeBack({ holdId, orderId, lines: restocked });
  }
}
