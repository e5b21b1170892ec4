import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { BackInStock } from './back-in-stock.service.js';
import { PriceDrops } from '../wishlists/price-drops.service.js';
import { StockAlerts } from './stock-alerts.service.js';

@Controller()
export class CatalogConsumer {
  constructor(
    private readonly backInStock: BackInStock,
    private readonly alerts: StockAlerts,
    private readonly prices: PriceDrops,
  ) {}

  @EventPattern('catalog.product.updated')
  async updated(@Payload() { data }: Envelope<'catalog.product.updated'>): Promise<void> {
    await this.backInStock.checkProduct(data.productId);
    await this.prices.check(data);
  }

  @EventPattern('catalog.stock.released')
  async released(@Payload() { data }: Envelope<'catalog.stock.released'>): Promise<void> {
    await this.backInStock.checkProduct(data.productId);
  }

  @EventPattern('catalog.stock.returned')
  async returned(@Payload() { data }: Envelope<'catalog.stock.returned'>): Promise<void> {
    await this.backInStock.checkProduct(data.productId);
  }

  @EventPattern('catalog.product.deleted')
  async deleted(@Payload() { data }: Envelope<'catalog.product.deleted'>): Promise<void> {
    await this.alerts.deleteFor(data.productId);
    await this.prices.remove(data.productId);
  }
}
