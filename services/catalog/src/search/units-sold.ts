import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { SearchIndex } from '@rangavalli/search-index/search-index';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { ARCHIVED_ENTRY, type ArchivedEntry } from '../stock/stock-entry.js';
import type { ProductVersion } from './product-documents.js';
import { SEARCH_INDEX } from './search-index.token.js';

const PERIOD_MS = 90 * 86_400_000;

/**
 * Gives the search index the units that each product sold lately: what sells more comes first among equally relevant
 * products. Reads archived stock entries, which sales join within seconds; returned units do not count.
 */
@Injectable()
export class UnitsSold implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private first: Promise<void> = Promise.resolve();

  constructor(
    @InjectModel(ARCHIVED_ENTRY) private readonly archive: Model<ArchivedEntry>,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.first = this.refresh().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'units sold not read; retrying next run');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.first;
  }

  @Repeats('units sold', ({ SEARCH_SALES_REFRESH_MS }: CatalogConfig) => SEARCH_SALES_REFRESH_MS)
  async refresh(): Promise<void> {
    const sold = await this.archive.aggregate<{ _id: string; units: number }>([
      // As in the index of the retention, so that it is used.
      { $match: { state: { $in: ['sold', 'returned'] }, at: { $gte: new Date(Date.now() - PERIOD_MS) } } },
      { $match: { state: 'sold' } },
      { $group: { _id: '$productId', units: { $sum: '$quantity' } } },
    ]);
    await this.index.setUnitsSold(new Map(sold.map(({ _id, units }) => [_id, units])));
  }
}
