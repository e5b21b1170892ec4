import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { OrderConfig } from '../order.config.js';
import { type PricingSettings, pricingSettings } from './pricing-settings.js';
import { computeQuote } from './quote.js';

@Controller()
export class QuoteController {
  /** Without charges, because the checkout takes price times quantity. */
  private readonly settings: PricingSettings;

  constructor(@Inject(CONFIG) { TAX_RULES }: OrderConfig) {
    this.settings = pricingSettings.parse(TAX_RULES);
  }

  @MessagePattern('rpc.order.quote.get')
  quote(@Payload() { lines }: CommandRequest<'rpc.order.quote.get'>): CommandReply<'rpc.order.quote.get'> {
    return { quote: computeQuote({ lines, at: new Date() }, this.settings) };
  }
}
