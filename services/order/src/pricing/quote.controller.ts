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
    @Payload() { lines, method }: CommandRequest<'rpc.order.quote.get'>,
  ): Promise<CommandReply<'rpc.order.quote.get'>> {
    return { quote: this.quotes.quoteCart(lines, method === 'cod' ? { codFeePaise: await this.cod.feePaise() } : {}) };
  }
}
