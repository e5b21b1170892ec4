import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope, EventData } from '@rangavalli/contracts/events';
import { StockService } from './stock.service.js';

type Settlement = 'order.return.decided' | 'order.lines.cancelled';

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
    if (!data.isSettled) await this.stock.returnStock(data, data.damaged);
  }

  @EventPattern('order.return.decided')
  returned(@Payload() { data }: Envelope<'order.return.decided'>): Promise<void> {
    return this.takeBack(data);
  }

  @EventPattern('order.lines.cancelled')
  linesCancelled(@Payload() { data }: Envelope<'order.lines.cancelled'>): Promise<void> {
    return this.takeBack(data);
  }

  private async takeBack({ holdId, orderId, restocked }: EventData<Settlement>): Promise<void> {
    if (restocked.length > 0) await this.stock.takeBack({ holdId, orderId, lines: restocked });
  }
}
