import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Model } from 'mongoose';
import { Customers } from '../customers/customers.service.js';
import { Notifier } from '../notices/notifier.service.js';
import { CatalogProducts } from '../stock-alerts/catalog-products.js';
import { KNOWN_PRICE, type KnownPriceRecord } from './known-price.schema.js';

/** Smaller reductions are not worth a message. */
const MIN_DROP = 0.05;
const DEADLINE_MS = 4_000;

/** Messages about lower prices to customers who wish for a product and have consented to marketing. */
@Injectable()
export class PriceDrops {
  constructor(
    @InjectModel(KNOWN_PRICE) private readonly prices: Model<KnownPriceRecord>,
    private readonly commands: Commands,
    private readonly catalog: CatalogProducts,
    private readonly customers: Customers,
    private readonly notifier: Notifier,
  ) {}

  /** Idempotent by product, price and customer. @throws AppError UNAVAILABLE; the event is then redelivered */
  async check(productId: string): Promise<void> {
    const product = await this.catalog.find(productId);
    if (!product) return this.remove(productId);
    const pricePaise = unitPriceAt(product, new Date());
    const known = await this.prices.findById(productId).lean<KnownPriceRecord>();
    if (known?.pricePaise === pricePaise) return;
    if (known && pricePaise <= known.pricePaise * (1 - MIN_DROP) && product.stock > 0)
      await this.announce(product, known.pricePaise, pricePaise);
    // Afterwards: a process that stops before it repeats the rest.
    await this.prices.updateOne({ _id: productId }, { $set: { pricePaise } }, { upsert: true });
  }

  async remove(productId: string): Promise<void> {
    await this.prices.deleteOne({ _id: productId });
  }

  private async announce({ _id, name, images }: CatalogProduct, fromPaise: number, toPaise: number): Promise<void> {
    for (let after: string | undefined, isLast = false; !isLast;) {
      const request = { productId: _id, ...(after ? { after } : {}) };
      const page = await this.commands.request('rpc.user.wishlist.find', request, DEADLINE_MS);
      for (const userId of page.userIds) {
        const customer = await this.customers.find(userId);
        if (!customer?.hasMarketingConsent) continue;
        await this.notifier.notify({
          id: `price-drop-${_id}-${toPaise}-${userId}`,
          kind: 'price_drop',
          receiver: { userId, email: customer.email, phone: customer.phone },
          data: { product: { _id, name, images }, fromPaise, toPaise, customer },
        });
      }
      ({ isLast } = page);
      after = page.userIds.at(-1);
    }
  }
}
