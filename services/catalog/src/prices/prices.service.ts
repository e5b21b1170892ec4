import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import type { SearchIndex } from '@rangavalli/search-index/search-index';
import { ImageHost } from '../images/image-host.js';
import { ProductCache } from '../products/product-cache.js';
import { toCatalogProduct } from '../products/product-view.js';
import type { ProductVersion } from '../search/product-documents.js';
import { SEARCH_INDEX } from '../search/search-index.token.js';
import { SearchIndexer } from '../search/search-indexer.js';

/** Finds in the search index: the database has no index for it. */
@Injectable()
export class PricesService {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    private readonly indexer: SearchIndexer,
    private readonly cache: ProductCache,
    private readonly images: ImageHost,
  ) {}

  /**
   * Returns the newest products of the categories or with one of the tags; counts at most MAX_COUNT.
   * @throws AppError UNAVAILABLE until the index is filled
   */
  async find({
    categories,
    tags,
    limit,
  }: CommandRequest<'rpc.catalog.products.find'>): Promise<CommandReply<'rpc.catalog.products.find'>> {
    const { ids, total } = await this.indexer.read(() => this.index.findEither({ categories, tags }, limit));
    const products = await this.cache.find(ids);
    return {
      products: products.map((product) => toCatalogProduct(product, this.images)),
      total: Math.min(total, MAX_COUNT),
    };
  }

  /**
   * Returns the greatest reduction by a running sale among the products in stock, in whole percent.
   * @throws AppError UNAVAILABLE until the index is filled
   */
  async findGreatestReduction(): Promise<number> {
    await this.indexer.ready();
    return this.index.greatestReduction();
  }
}
