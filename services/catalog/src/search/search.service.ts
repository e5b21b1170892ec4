import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { PAGE_SIZE, type ProductQuery, type SuggestQuery, SUGGESTIONS } from '@rangavalli/contracts/entities/product-query';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Model } from 'mongoose';
import { ImageHost } from '../images/image-host.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { shown, type ShownProduct, viewOf } from '../products/product-view.js';
import { cursorOf, placeOf } from './cursor.js';
import { SEARCH_ENGINE, type Found, type Part, type SearchEngine, type Wanted } from './search-engine.js';
import { SearchFeed } from './search-feed.js';
import { versionOf } from './searched-product.js';
import { wantedOf } from './wanted.js';

/** A page whose products have changed under the engine's hands is looked for so often. */
const LAPS = 2;

/** Searches of shoppers: the engine says which products, the database what they are. */
@Injectable()
export class SearchService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    private readonly feed: SearchFeed,
    private readonly images: ImageHost,
  ) {}

  /**
   * One page of the products that match, and what could narrow them further. A page behind the last is empty.
   * @throws AppError VALIDATION_FAILED for a cursor of another order or none at all
   */
  async page(query: ProductQuery): Promise<Omit<CallAnswer<'GET /products/getAll'>, 'success'>> {
    const { page = 1, limit = PAGE_SIZE, cursor } = query;
    const wanted = wantedOf(query);
    const after = cursor === undefined ? undefined : placeOf(cursor, wanted.sort);
    const { found, products } = await this.find(wanted, { skip: after ? 0 : (page - 1) * limit, after, limit, facets: !after });
    return {
      products,
      total: found.total,
      ...(after ? {} : { page }),
      pages: Math.ceil(found.total / limit),
      ...(found.next ? { nextCursor: cursorOf(wanted.sort, found.next) } : {}),
      ...(found.understood ? { didYouMean: found.understood } : {}),
      ...(found.facets ? { facets: found.facets } : {}),
    };
  }

  /** What could be meant by what is typed so far. */
  async suggest({ q, limit = SUGGESTIONS }: SuggestQuery): Promise<Omit<CallAnswer<'GET /products/suggest'>, 'success'>> {
    await this.feed.ready();
    const { phrases, ids, understood } = await this.engine.suggest(q, limit);
    const read = await this.read(ids);
    return { phrases, products: ids.flatMap((id) => this.view(read.get(id)) ?? []), ...(understood ? { didYouMean: understood } : {}) };
  }

  private async find(wanted: Wanted, part: Part): Promise<{ found: Found; products: Product[] }> {
    for (let lap = 1; ; lap += 1) {
      await this.feed.ready();
      const found = await this.engine.find(wanted, part);
      const versions = await this.engine.versions(found.ids);
      const read = await this.read(found.ids);
      const changed = found.ids.filter((id, at) => read.get(id)?.version !== versions[at]);
      if (changed.length > 0) this.feed.doubted(changed);
      // What has left the shop leaves a gap, and what was asked for by its stock may no longer have it.
      const wrong = wanted.inStock === undefined ? changed.some((id) => !read.has(id)) : changed.length > 0;
      if (!wrong || lap === LAPS) return { found, products: found.ids.flatMap((id) => this.view(read.get(id)) ?? []) };
    }
  }

  private async read(ids: readonly string[]): Promise<Map<string, { product: ShownProduct; version: string }>> {
    if (ids.length === 0) return new Map();
    const found = await this.products.find({ _id: { $in: ids }, deletedAt: null }, shown).lean<ShownProduct[]>();
    return new Map(found.map((product) => [product._id.toHexString(), { product, version: versionOf(product) }]));
  }

  private view(read: { product: ShownProduct } | undefined): Product | undefined {
    return read && viewOf(read.product, this.images);
  }
}
