import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { Quotes } from './quotes.service.js';

@Controller()
export class QuoteController {
  constructor(private readonly quotes: Quotes) {}

  @MessagePattern('rpc.order.quote.get')
  quote(@Payload() { lines }: CommandRequest<'rpc.order.quote.get'>): CommandReply<'rpc.order.quote.get'> {
    return { quote: this.quotes.quoteCart(lines) };
  }
}
