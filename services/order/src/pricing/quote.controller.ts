import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { Quotes } from './quotes.service.js';

@Controller()
export class QuoteController {
  constructor(private readonly quotes: Quotes) {}

  @MessagePattern('rpc.order.quote.get')
  async quote(@Payload() cart: CommandRequest<'rpc.order.quote.get'>): Promise<CommandReply<'rpc.order.quote.get'>> {
    const { quote, problem } = await this.quotes.quoteCart(cart);
    return { quote, ...(problem ? { problem } : {}) };
  }
}
