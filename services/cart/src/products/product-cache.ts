import { Inject, Injectable } from '@nestjs/common';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { CartConfig } from '../cart.config.js';

export type Products = ReadonlyMap<string, CatalogProduct>;

interface Entry {
  /** Undefined when the catalog has no such product. */
  product: CatalogProduct | undefined;
  requestedAt: number;
}

const CACHED_DEADLINE_MS = 1_000;
const MAX_PRODUCTS = 2_000;

/** The catalog's products, cached for the time when the catalog is unavailable (rule 8). */
@Injectable()
export class ProductCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_PRODUCTS });

  constructor(
    private readonly commands: Commands,
    @Inject(CONFIG) private readonly config: CartConfig,
  ) {}

  /** Returns products of at most `PRODUCT_CACHE_MS`. @throws AppError UNAVAILABLE as `getCurrent` */
  getRecent(ids: readonly string[]): Promise<Products> {
    return this.get(ids, this.config.PRODUCT_CACHE_MS);
  }

  /**
   * Returns current products by id. While the catalog is unavailable, cached ones of any age replace them: the hold at
   * checkout decides what is sold.
   * @throws AppError UNAVAILABLE when a product is neither available nor cached
   */
  getCurrent(ids: readonly string[]): Promise<Products> {
    return this.get(ids, 0);
  }

  private async get(ids: readonly string[], maxAgeMs: number): Promise<Products> {
    // Before the request, which may evict some of them.
    const found = new Map(ids.map((id) => [id, this.entries.get(id)]));
    const oldest = Date.now() - maxAgeMs;
    const outdated = [...found].flatMap(([id, entry]) => (entry && entry.requestedAt > oldest ? [] : [id]));
    if (outdated.length > 0) {
      const isCached = outdated.every((id) => found.get(id));
      try {
        for (const [id, entry] of await this.request(outdated, isCached)) found.set(id, entry);
      } catch (error) {
        if (!isCached || !(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
      }
    }
    return new Map([...found].flatMap(([id, entry]) => (entry?.product ? [[id, entry.product] as const] : [])));
  }

  private async request(ids: string[], isCached: boolean): Promise<[string, Entry][]> {
    const { CATALOG_DEADLINE_MS } = this.config;
    const deadlineMs = isCached ? Math.min(CACHED_DEADLINE_MS, CATALOG_DEADLINE_MS) : CATALOG_DEADLINE_MS;
    const requestedAt = Date.now();
    const { products } = await this.commands.request('rpc.catalog.products.get', { ids }, deadlineMs);
    const byId = new Map(products.map((product) => [product._id, product]));
    return ids.map((id) => {
      const entry = { product: byId.get(id), requestedAt };
      this.entries.set(id, entry);
      return [id, entry];
    });
  }
}
