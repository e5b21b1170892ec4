import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, ProjectionType } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { dueBy, everyTime } from './look-at.js';
import { type ShelfProduct, StockLedger } from './stock-ledger.js';

/** What a move back needs: the entries, and how their shelf is counted. */
const heldOnly = {
  sizeStock: 1,
  holds: { $filter: { input: '$holds', as: 'entry', cond: { $eq: ['$$entry.state', 'held'] } } },
} as ProjectionType<ProductRecord>;
/** So many products are swept at a time. */
const BATCH = 100;
/** How often every product with entries is looked at, whatever it says about when, ms. */
const LOOK_OVER_MS = 60_000;

/** Puts pieces back on the shelf whose hold is past its time. Every replica does it; each entry moves once. */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: PeriodicTask[];

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly ledger: StockLedger,
    @Inject(CONFIG) config: CatalogConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = [
      new PeriodicTask({ name: 'expiry sweep', intervalMs: config.HOLD_SWEEP_MS, logger }, () => this.sweep()),
      new PeriodicTask({ name: 'expiry look-over', intervalMs: LOOK_OVER_MS, logger }, () => this.lookOver()),
    ];
  }

  onApplicationBootstrap(): void {
    for (const rounds of this.rounds) rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.rounds.map((rounds) => rounds.stop()));
  }

  /**
   * Sweeps all products with entries, whatever they say of when to look at them. A process of an older release may have held
   * pieces in one without saying so, for a shorter time than another hold in it; they come back a minute late, but they do.
   * @returns how many entries it released
   */
  lookOver(now = new Date()): Promise<number> {
    return this.sweep(now, everyTime);
  }

  /**
   * @param due products are looked at that are due by then
   * @returns how many entries it released
   */
  async sweep(now = new Date(), due = now): Promise<number> {
    let released = 0;
    for (;;) {
      const found = await this.products
        .find({ ...dueBy(due), holds: { $elemMatch: { state: 'held', expiresAt: { $lt: now } } } }, heldOnly)
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
