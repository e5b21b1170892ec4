import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { withOrder } from '@rangavalli/service-kit/log/context';
import { Repeats } from '@rangavalli/service-kit/repeats';
import type { Model, ProjectionType } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { isDueBy } from './stock-entry.js';
import { StockLedger, type StockProduct } from './stock-ledger.js';

const heldEntries = {
  sizeStock: 1,
  holds: { $filter: { input: '$holds', as: 'entry', cond: { $eq: ['$$entry.state', 'held'] } } },
} as ProjectionType<ProductRecord>;
const BATCH_SIZE = 100;

/** Puts the units of expired holds back into stock. Every replica does it; each entry moves once. */
@Injectable()
export class ExpirySweep {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly ledger: StockLedger,
  ) {}

  /** Releases all holds that expired before `now`; returns how many entries it moved. */
  @Repeats('hold expiry', ({ HOLD_SWEEP_MS }: CatalogConfig) => HOLD_SWEEP_MS)
  async sweep(now = new Date()): Promise<number> {
    let released = 0;
    for (;;) {
      const found = await this.products
        .find({ ...isDueBy(now), holds: { $elemMatch: { state: 'held', expiresAt: { $lt: now } } } }, heldEntries)
        .limit(BATCH_SIZE)
        .lean<StockProduct[]>();
      for (const product of found) {
        const productId = product._id.toHexString();
        for (const entry of product.holds.filter(({ expiresAt }) => expiresAt < now)) {
          const line = { productId, size: entry.size, quantity: entry.quantity };
          const expire = () => this.ledger.transition('expire', { line, product, entry, isArchived: false });
          if (await withOrder(entry, expire)) released += 1;
        }
      }
      if (found.length < BATCH_SIZE) return released;
    }
  }
}
