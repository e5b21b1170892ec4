import { Inject, Injectable } from '@nestjs/common';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { AppError } from '@rangavalli/service-kit/app-error';
import { batch } from '@rangavalli/service-kit/batch';
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
/** Of `rpc.catalog.products.get`. */
const MAX_BATCH = 500;

/** The catalog's products, cached for the time when the catalog is unavailable (rule 8). */
@Injectable()
export class ProductCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_PRODUCTS });
  /** Products that simultaneous changes of carts need share a request. */
  private readonly requestCached = batch(0, MAX_BATCH, (ids: readonly string[]) =>
    this.request(ids, Math.min(CACHED_DEADLINE_MS, this.config.CATALOG_DEADLINE_MS)),
  );
  private readonly requestNew = batch(0, MAX_BATCH, (ids: readonly string[]) =>
    this.request(ids, this.config.CATALOG_DEADLINE_MS),
  );

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
      const request = isCached ? this.requestCached : this.requestNew;
      try {
        const entries = await Promise.all(outdated.map((id) => request(id)));
        for (const [index, id] of outdated.entries()) found.set(id, entries[index]);
      } catch (error) {
        if (!isCached || !(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
      }
    }
    return new Map([...found].flatMap(([id, entry]) => (entry?.product ? [[id, entry.product] as const] : [])));
  }

  private async request(ids: readonly string[], deadlineMs: number): Promise<Entry[]> {
    const requestedAt = Date.now();
    const request = { ids: [...new Set(ids)] };
    const { products } = await this.commands.request('rpc.catalog.products.get', request, deadlineMs);
    const byId = new Map(products.map((product) => [product._id, product]));
    return ids.map((id) => {
      const entry = { product: byId.get(id), requestedAt };
      this.entries.set(id, entry);
      return entry;
    });
  }
}
