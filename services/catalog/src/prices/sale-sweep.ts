import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { nextPriceChange, unitPriceAt } from '@rangavalli/contracts/sale';
import { CLOCK_SKEW_MS } from '@rangavalli/service-kit/clock-skew';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { Repeats } from '@rangavalli/service-kit/repeats';
import type { Model } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { ProductChanges } from '../products/product-changes.js';
import { PRODUCT, type ProductRecord, type ProductSale } from '../products/product.schema.js';
import { previousPrice } from './product-sale.js';

const BATCH_SIZE = 100;

type Swept = Pick<ProductRecord, '_id' | 'pricePaise' | 'sale'> & { nextPriceAt: Date };

/**
 * Publishes a change of each product whose sale has started or ended, so that lists, searches and caches have the new
 * price. Every replica does it; each change is published once, and again when its moment has passed on every clock:
 * a process with a slower one has read the previous price. A hold takes the price of its moment regardless.
 */
@Injectable()
export class SaleSweep {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly outbox: Outbox,
    private readonly changes: ProductChanges,
  ) {}

  /** Returns how many products it published. */
  @Repeats('sale sweep', ({ SALE_SWEEP_MS }: CatalogConfig) => SALE_SWEEP_MS)
  async sweep(now = new Date()): Promise<number> {
    let published = 0;
    for (;;) {
      const found = await this.products
        .find({ nextPriceAt: { $lte: now } }, { pricePaise: 1, sale: 1, nextPriceAt: 1 })
        .limit(BATCH_SIZE)
        .lean<Swept[]>();
      for (const product of found) if (await this.publish(product, now)) published += 1;
      if (found.length < BATCH_SIZE) return published;
    }
  }

  private async publish(product: Swept, now: Date): Promise<boolean> {
    const { _id, sale, nextPriceAt } = product;
    const productId = _id.toHexString();
    // The second time, the price was the same just before.
    const beforePaise = unitPriceAt(product, new Date(nextPriceAt.getTime() - 1));
    const previous = previousPrice(beforePaise, unitPriceAt(product, now));
    const event = createEvent('catalog.product.updated', { productId, ...previous });
    const next = sale && nextPublication(sale, nextPriceAt, now);
    const { modifiedCount } = await this.products.updateOne(
      { _id, nextPriceAt },
      {
        ...(next ? { $set: { nextPriceAt: next } } : { $unset: { nextPriceAt: 1 } }),
        $inc: { revision: 1 },
        $push: { outbox: event },
      },
    );
    if (modifiedCount === 0) return false;
    this.outbox.publishPending(this.products, { _id: productId, outbox: [event] });
    this.changes.publish(productId, event.id);
    return true;
  }
}

function nextPublication(sale: ProductSale, published: Date, now: Date): Date | undefined {
  const next = nextPriceChange(sale, now);
  const again = new Date(published.getTime() + CLOCK_SKEW_MS);
  const isMoment = [sale.from, sale.until].some((moment) => moment?.getTime() === published.getTime());
  return !isMoment || again <= now || (next && next < again) ? next : again;
}
