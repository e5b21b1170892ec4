import { Inject, Injectable } from '@nestjs/common';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { FulfilmentConfig } from '../fulfilment.config.js';

/** What a promise depends on. */
export type ItemFacts = Pick<CatalogProduct, 'category' | 'handlingDays' | 'weightGrams' | 'pricePaise' | 'sale'>;

const MAX_PRODUCTS = 5_000;
const DEADLINE_MS = 1_500;

/** Facts of the catalog's products, which may be a minute old. */
@Injectable()
export class ProductCache {
  private readonly entries: LRUCache<string, ItemFacts>;

  constructor(
    private readonly commands: Commands,
    @Inject(CONFIG) { PRODUCT_CACHE_MS }: FulfilmentConfig,
  ) {
    this.entries = new LRUCache({
      max: MAX_PRODUCTS,
      ttl: PRODUCT_CACHE_MS,
      allowStale: true,
      noDeleteOnStaleGet: true,
    });
  }

  /**
   * Returns the products in the order of their ids. While the catalog is away, older ones count.
   * @throws AppError PRODUCT_NOT_FOUND; UNAVAILABLE when one was never read
   */
  async get(ids: readonly string[]): Promise<ItemFacts[]> {
    return (await this.find(ids)).map((facts) => {
      if (!facts) throw new AppError('PRODUCT_NOT_FOUND');
      return facts;
    });
  }

  /** As `get`, undefined for a product that the catalog does not have. @throws AppError UNAVAILABLE */
  async find(ids: readonly string[]): Promise<(ItemFacts | undefined)[]> {
    const outdated = [...new Set(ids.filter((id) => this.entries.getRemainingTTL(id) <= 0))];
    if (outdated.length > 0) {
      try {
        await this.load(outdated);
      } catch (error) {
        const isAway = error instanceof AppError && error.code === 'UNAVAILABLE';
        if (!isAway || outdated.some((id) => !this.entries.get(id))) throw error;
      }
    }
    return ids.map((id) => this.entries.get(id));
  }

  private async load(ids: string[]): Promise<void> {
    const { products } = await this.commands.request('rpc.catalog.products.get', { ids }, DEADLINE_MS);
    for (const id of ids) this.entries.delete(id);
    for (const { _id, category, handlingDays, weightGrams, pricePaise, sale } of products)
      this.entries.set(_id, { category, handlingDays, weightGrams, pricePaise, sale });
  }
}
