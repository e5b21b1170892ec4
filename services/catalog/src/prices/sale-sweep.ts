import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { nextPriceChange } from '@rangavalli/contracts/sale';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { Repeats } from '@rangavalli/service-kit/repeats';
import type { Model } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { ProductChanges } from '../products/product-changes.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';

const BATCH_SIZE = 100;

/**
 * Publishes a change of each product whose sale has started or ended, so that lists, searches and caches have the new
 * price. Every replica does it; each change is published once. A hold takes the price of its moment regardless.
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
        .find({ nextPriceAt: { $lte: now } }, { sale: 1, nextPriceAt: 1 })
        .limit(BATCH_SIZE)
        .lean<Pick<ProductRecord, '_id' | 'sale' | 'nextPriceAt'>[]>();
      for (const product of found) if (await this.publish(product, now)) published += 1;
      if (found.length < BATCH_SIZE) return published;
    }
  }

  private async publish(
    { _id, sale, nextPriceAt }: Pick<ProductRecord, '_id' | 'sale' | 'nextPriceAt'>,
    now: Date,
  ): Promise<boolean> {
    const productId = _id.toHexString();
    const event = createEvent('catalog.product.updated', { productId });
    const next = sale && nextPriceChange(sale, now);
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
