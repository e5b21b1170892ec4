import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { StockAlerts } from './stock-alerts.service.js';
import { StockLetters } from './stock-letters.service.js';

/** Whatever may bring pieces back into the shop. The events say which product; how many there are is asked then. */
@Controller()
export class CatalogConsumer {
  constructor(
    private readonly letters: StockLetters,
    private readonly alerts: StockAlerts,
  ) {}

  @EventPattern('catalog.product.updated')
  async updated(@Payload() { data }: Envelope<'catalog.product.updated'>): Promise<void> {
    await this.letters.productChanged(data.productId);
  }

  @EventPattern('catalog.stock.released')
  async released(@Payload() { data }: Envelope<'catalog.stock.released'>): Promise<void> {
    await this.letters.productChanged(data.productId);
  }

  @EventPattern('catalog.stock.returned')
  async returned(@Payload() { data }: Envelope<'catalog.stock.returned'>): Promise<void> {
    await this.letters.productChanged(data.productId);
  }

  @EventPattern('catalog.product.deleted')
  async deleted(@Payload() { data }: Envelope<'catalog.product.deleted'>): Promise<void> {
    await this.alerts.end(data.productId);
  }
}
