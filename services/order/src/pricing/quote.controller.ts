import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { CodChecks } from '../cash/cod-checks.service.js';
import { Deliveries } from '../delivery/deliveries.service.js';
import { Quotes } from './quotes.service.js';

@Controller()
export class QuoteController {
  constructor(
    private readonly quotes: Quotes,
    private readonly cod: CodChecks,
    private readonly deliveries: Deliveries,
  ) {}

  @MessagePattern('rpc.order.quote.get')
  async quote(
    @Payload() { method, pincode, ...cart }: CommandRequest<'rpc.order.quote.get'>,
  ): Promise<CommandReply<'rpc.order.quote.get'>> {
    const [codFeePaise, shipping] = await Promise.all([
      method === 'cod' ? this.cod.feePaise() : undefined,
      this.deliveries.findShipping(pincode, cart.lines),
    ]);
    const { quote, problem } = await this.quotes.quoteCart({ ...cart, method }, { codFeePaise, shipping });
    return { quote, ...(problem ? { problem } : {}) };
  }
}
