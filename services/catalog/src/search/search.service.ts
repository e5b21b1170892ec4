import { Inject, Injectable } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import {
  PAGE_SIZE,
  type ProductQuery,
  type ProductSort,
  type SuggestQuery,
  SUGGESTIONS,
} from '@rangavalli/contracts/entities/product-query';
import { MAX_LIST_LENGTH } from '@rangavalli/contracts/primitives';
import type { Facets, InterpretedPart, SearchIndex, SortPosition } from '@rangavalli/search-index/search-index';
import { AppError } from '@rangavalli/service-kit/app-error';
import { decodeCursor, encodeCursor, invalidCursor } from '@rangavalli/service-kit/database/paging';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { z } from 'zod';
import { ArrivalLimits } from './arrival-limits.js';
import { ProductDocuments, type ProductJson, type ProductVersion } from './product-documents.js';
import { SEARCH_INDEX } from './search-index.token.js';
import { SearchIndexer } from './search-indexer.js';

type ListFields<K extends 'GET /products/getAll' | 'GET /products/suggest'> = Omit<
  CallResponse<K>,
  'success' | 'products'
>;

/** Public product reads from the search index, as JSON in rupees (rule 1). */
@Injectable()
export class SearchService {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    private readonly documents: ProductDocuments,
    private readonly indexer: SearchIndexer,
    private readonly arrivals: ArrivalLimits,
  ) {}

  /** Returns the newest products; `nextCursor` leads to the others of a large catalogue. */
  async all(): Promise<Buffer> {
    const page = { offset: 0, limit: MAX_LIST_LENGTH, includeFacets: false };
    const { documents, total, next } = await this.indexer.read(() => this.index.search({ sort: 'newest' }, page));
    const rest: ListFields<'GET /products/getAll'> = { total, nextCursor: next && cursorOf('newest', next) };
    return listJson(await this.documents.get(documents), rest);
  }

  /**
   * Returns one page, with facets unless a cursor is given. Pages behind the last are empty. A text is sorted by
   * relevance; where it matches nothing, the nearest products are returned beside.
   * @throws AppError VALIDATION_FAILED for a cursor that is not of this sort order, or an unknown festival or PIN code;
   *   UNAVAILABLE while the days of a festival cannot be read
   */
  async page(query: ProductQuery) {
    const { page = 1, limit = PAGE_SIZE, cursor, minPrice, maxPrice, sort, arrivesBefore, pincode, ...filters } = query;
    const handling = arrivesBefore === undefined ? undefined : await this.arrivals.find(arrivesBefore, pincode);
    const order = sort ?? (filters.q === undefined ? 'newest' : 'relevance');
    const after = cursor === undefined ? undefined : readCursor(order, cursor);
    const { documents, total, next, facets, correctedQuery, interpreted, nearest } = await this.indexer.read(() =>
      this.index.search(
        { ...filters, handling, sort: order, minPaise: toPaise(minPrice), maxPaise: toPaise(maxPrice) },
        { offset: after ? 0 : (page - 1) * limit, after, limit, includeFacets: !after },
      ),
    );
    const rest: ListFields<'GET /products/getAll'> = {
      total,
      page: after ? undefined : page,
      pages: Math.ceil(total / limit),
      nextCursor: next && cursorOf(order, next),
      didYouMean: correctedQuery,
      interpreted: filters.q === undefined ? undefined : interpreted.map(toPartResponse),
      facets: facets && toFacetsResponse(facets),
    };
    const products = await this.documents.get(documents);
    if (!nearest) return listJson(products, rest);
    const [kept, dropped] = [nearest.kept.map(toPartResponse), nearest.dropped.map(toPartResponse)];
    return listJson(products, rest, { products: await this.documents.get(nearest.documents), rest: { kept, dropped } });
  }

  async suggest({ q, limit = SUGGESTIONS }: SuggestQuery): Promise<Buffer> {
    const { phrases, documents, correctedQuery } = await this.indexer.read(() => this.index.suggest(q, limit));
    return listJson(await this.documents.get(documents), {
      phrases,
      didYouMean: correctedQuery,
    } satisfies ListFields<'GET /products/suggest'>);
  }

  /** @throws AppError PRODUCT_NOT_FOUND */
  async one(id: string): Promise<Buffer> {
    await this.indexer.ready();
    if (!this.indexer.isCurrent(id)) await this.indexer.refresh([id]);
    const version = await this.index.get(id);
    const [product] = version ? await this.documents.get([version]) : [];
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    return Buffer.concat([productPrefix, product, suffix]);
  }
}

const productPrefix = Buffer.from('{"success":true,"product":');
const listPrefix = Buffer.from('{"success":true,');
const productsPrefix = Buffer.from('"products":[');
const nearestPrefix = Buffer.from(',"nearest":{');
const comma = Buffer.from(',');
const suffix = Buffer.from('}');

interface ProductsJson {
  products: readonly ProductJson[];
  rest: object;
}

function listJson(products: readonly ProductJson[], rest: object, nearest?: ProductsJson): Buffer {
  const parts = [listPrefix, ...productsJson({ products, rest })];
  if (nearest) parts.push(nearestPrefix, ...productsJson(nearest), suffix);
  return Buffer.concat([...parts, suffix]);
}

/** Without the closing brace. */
function productsJson({ products, rest }: ProductsJson): Buffer[] {
  const parts: Buffer[] = [productsPrefix];
  for (const [index, product] of products.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(product);
  }
  const fields = JSON.stringify(rest).slice(1, -1);
  parts.push(Buffer.from(fields ? `],${fields}` : ']'));
  return parts;
}

const toPaise = (rupees: number | undefined): number | undefined =>
  rupees === undefined ? undefined : rupeesToPaise(rupees);

export const toPartResponse = ({ minPaise, maxPaise, ...part }: InterpretedPart) => ({
  ...part,
  ...(minPaise === undefined ? {} : { minPrice: paiseToRupees(minPaise) }),
  ...(maxPaise === undefined ? {} : { maxPrice: paiseToRupees(maxPaise) }),
});

const toFacetsResponse = ({ price, ...facets }: Facets) => ({
  ...facets,
  price: price.map(({ minPaise, maxPaise, count }) => ({
    min: paiseToRupees(minPaise),
    ...(maxPaise === undefined ? {} : { max: paiseToRupees(maxPaise) }),
    count,
  })),
});

const position = z.tuple([z.int().min(0).max(31), z.union([z.number(), z.string()]), z.string()]);
const listOf = (sort: ProductSort): string => `products ${sort}`;

const cursorOf = (sort: ProductSort, { tier, key, id }: SortPosition): string =>
  encodeCursor(listOf(sort), [tier, key, id]);

function readCursor(sort: ProductSort, cursor: string): SortPosition {
  const read = position.safeParse(decodeCursor(listOf(sort), cursor));
  if (!read.success) throw invalidCursor();
  const [tier, key, id] = read.data;
  return { tier, key, id };
}
