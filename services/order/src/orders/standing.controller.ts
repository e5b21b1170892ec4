import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { OrderRecord } from './order.schema.js';
import { OrderStore } from './order.store.js';

/** Where orders stand, for other services. */
@Controller()
export class StandingController {
  constructor(private readonly store: OrderStore) {}

  /** The payments desk asks which payments have an order behind them. Ids that no order has are left out. */
  @MessagePattern('rpc.order.standing.get')
  async standing(
    @Payload() { orderIds }: CommandRequest<'rpc.order.standing.get'>,
  ): Promise<CommandReply<'rpc.order.standing.get'>> {
    const found = await this.store.model
      .find({ _id: { $in: orderIds } }, { phase: 1, status: 1, totalPaise: 1 })
      .lean<Pick<OrderRecord, '_id' | 'phase' | 'status' | 'totalPaise'>[]>()
      .exec();
    return {
      orders: found.map(({ _id, phase, status, totalPaise }) => ({
        orderId: String(_id),
        phase,
        ...(status ? { status } : {}),
        totalPaise,
      })),
    };
  }
}
