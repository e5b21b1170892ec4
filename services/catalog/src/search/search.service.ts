import { Inject, Injectable } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import {
  PAGE_SIZE,
  type ProductQuery,
  type SuggestQuery,
  SUGGESTIONS,
} from '@rangavalli/contracts/entities/product-query';
import { CurrentProducts } from '../products/current-products.js';
import { someProducts } from '../products/written-answer.js';
import type { WrittenProduct } from '../products/written-products.js';
import { cursorOf, placeOf } from './cursor.js';
import { SEARCH_ENGINE, type Found, type Part, type SearchEngine, type Wanted } from './search-engine.js';
import { SearchFeed } from './search-feed.js';
import { wantedOf } from './wanted.js';

/** A page whose products have changed under the engine's hands is looked for so often. */
const LAPS = 2;

/** What stands beside the products of an answer. */
type Beside<K extends 'GET /products/getAll' | 'GET /products/suggest'> = Omit<CallAnswer<K>, 'success' | 'products'>;
const there = (product: WrittenProduct | undefined): product is WrittenProduct => product !== undefined;

/** Searches of shoppers: the engine says which products, `CurrentProducts` what they are. Answers are JSON, written. */
@Injectable()
export class SearchService {
  constructor(
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    private readonly feed: SearchFeed,
    private readonly current: CurrentProducts,
  ) {}

  /**
   * One page of the products that match, and what could narrow them further. A page behind the last is empty.
   * @throws AppError VALIDATION_FAILED for a cursor of another order or none at all
   */
  async page(query: ProductQuery): Promise<Buffer> {
    const { page = 1, limit = PAGE_SIZE, cursor } = query;
    const wanted = wantedOf(query);
    const after = cursor === undefined ? undefined : placeOf(cursor, wanted.sort);
    const { found, products } = await this.find(wanted, {
      skip: after ? 0 : (page - 1) * limit,
      after,
      limit,
      facets: !after,
    });
    const beside: Beside<'GET /products/getAll'> = {
      total: found.total,
      ...(after ? {} : { page }),
      pages: Math.ceil(found.total / limit),
      ...(found.next ? { nextCursor: cursorOf(wanted.sort, found.next) } : {}),
      ...(found.understood ? { didYouMean: found.understood } : {}),
      ...(found.facets ? { facets: found.facets } : {}),
    };
    return someProducts(products, beside);
  }

  /** What could be meant by what is typed so far. */
  async suggest({ q, limit = SUGGESTIONS }: SuggestQuery): Promise<Buffer> {
    await this.feed.ready();
    const { phrases, ids, understood } = await this.engine.suggest(q, limit);
    const products = await this.current.each(ids, await this.engine.versions(ids));
    const beside: Beside<'GET /products/suggest'> = { phrases, ...(understood ? { didYouMean: understood } : {}) };
    return someProducts(products.filter(there), beside);
  }

  private async find(wanted: Wanted, part: Part): Promise<{ found: Found; products: WrittenProduct[] }> {
    for (let lap = 1; ; lap += 1) {
      await this.feed.ready();
      const found = await this.engine.find(wanted, part);
      const versions = await this.engine.versions(found.ids);
      const products = await this.current.each(found.ids, versions);
      const changed = found.ids.filter((_id, at) => products[at]?.version !== versions[at]);
      if (changed.length > 0) this.feed.doubted(changed);
      // What has left the shop leaves a gap, and what was asked for by its stock may no longer have it.
      const wrong = wanted.inStock === undefined ? !products.every(there) : changed.length > 0;
      if (!wrong || lap === LAPS) return { found, products: products.filter(there) };
    }
  }
}
