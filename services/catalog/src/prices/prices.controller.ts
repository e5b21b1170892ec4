import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { PricesService } from './prices.service.js';

/** What the offers of the order service need of products. */
@Controller()
export class PricesController {
  constructor(private readonly prices: PricesService) {}

  @MessagePattern('rpc.catalog.products.find')
  find(
    @Payload() request: CommandRequest<'rpc.catalog.products.find'>,
  ): Promise<CommandReply<'rpc.catalog.products.find'>> {
    return this.prices.find(request);
  }

  @MessagePattern('rpc.catalog.sales.get')
  async sales(): Promise<CommandReply<'rpc.catalog.sales.get'>> {
    return { maxPercent: await this.prices.findGreatestReduction() };
  }
}
