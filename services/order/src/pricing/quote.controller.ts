import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { CodChecks } from '../cash/cod-checks.service.js';
import { Quotes } from './quotes.service.js';

@Controller()
export class QuoteController {
  constructor(
    private readonly quotes: Quotes,
    private readonly cod: CodChecks,
  ) {}

  @MessagePattern('rpc.order.quote.get')
  async quote(
    @Payload() { method, ...cart }: CommandRequest<'rpc.order.quote.get'>,
  ): Promise<CommandReply<'rpc.order.quote.get'>> {
    const charges = method === 'cod' ? { codFeePaise: await this.cod.feePaise() } : {};
    const { quote, problem } = await this.quotes.quoteCart(cart, charges);
    return { quote, ...(problem ? { problem } : {}) };
  }
}
