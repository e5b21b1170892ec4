import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Rounds } from '@rangavalli/service-kit/rounds';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, ProjectionType } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { type ShelfProduct, StockLedger } from './stock-ledger.js';

/** What a move back needs: the entries, and how their shelf is counted. */
const heldOnly = { sizeStock: 1, holds: { $filter: { input: '$holds', as: 'entry', cond: { $eq: ['$$entry.state', 'held'] } } } } as ProjectionType<ProductRecord>;
/** So many products are swept at a time. */
const BATCH = 100;

/** Puts pieces back on the shelf whose hold is past its time. Every replica does it; each entry moves once. */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: Rounds;

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly ledger: StockLedger,
    @Inject(CONFIG) config: CatalogConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Rounds({ name: 'expiry sweep', everyMs: config.HOLD_SWEEP_MS, logger }, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** @returns how many entries it released */
  async sweep(now = new Date()): Promise<number> {
    let released = 0;
    for (;;) {
      const found = await this.products
        .find({ holds: { $elemMatch: { state: 'held', expiresAt: { $lt: now } } } }, heldOnly)
        .limit(BATCH)
        .lean<ShelfProduct[]>();
      for (const product of found) {
        const productId = product._id.toHexString();
        for (const entry of product.holds.filter(({ expiresAt }) => expiresAt < now)) {
          const line = { productId, size: entry.size, quantity: entry.quantity };
          if (await this.ledger.move('expire', { line, product, entry, archived: false })) released += 1;
        }
      }
      if (found.length < BATCH) return released;
    }
  }
}
