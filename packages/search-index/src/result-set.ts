import { FacetCounter } from './facet-counter.js';
import { applyFilters, type Filters, filtersOf } from './filters.js';
import { type BitSet, emptyBitSet } from './posting-list.js';
import type { ProductTable } from './product-table.js';
import type { Interpretation, QueryPart } from './query/interpreter.js';
import { matchPart, type PartMatch, preferMainCategory } from './query/part-match.js';
import { Ranking } from './query/ranking.js';
import { type PartProducts, relax } from './query/relaxation.js';
import type { Facets, SearchQuery } from './search-index.js';

export const MAX_BIT_SETS = 24;

export interface NearestResults {
  results: ResultSet;
  /** Parts of the query; none where words that begin alike, or any products, are the nearest. */
  kept: QueryPart[];
  dropped: QueryPart[];
}

/** All matches of a search; valid until a product changes. */
export class ResultSet {
  readonly all: BitSet;
  readonly total: number;
  readonly ranking: Ranking;
  private readonly filters: Filters;
  /** What the filters alone select. */
  private readonly base: Filters;
  private readonly partProducts: PartProducts[] = [];
  private nearestResults: NearestResults | undefined;

  /** @param interpretation of the text of the query, if it has any */
  constructor(
    private readonly table: ProductTable,
    private readonly query: Omit<SearchQuery, 'sort'>,
    readonly interpretation: Interpretation | undefined,
  ) {
    this.base = filtersOf(table, query);
    this.filters = { ...this.base };
    const matches: PartMatch[] = [];
    if (interpretation?.parts.length === 0) this.filters.scope = emptyBitSet();
    const isAvailable = query.inStock === true || interpretation?.parts.some(({ kind }) => kind === 'inStock') === true;
    for (const part of interpretation?.parts ?? []) {
      const match = matchPart(part, table);
      if (match) matches.push(match);
      const products = match?.all ?? limitedBy(part, table, isAvailable);
      this.partProducts.push({ part, products });
      this.filters.scope = this.filters.scope.new_intersection(products);
    }
    this.all = applyFilters(this.filters);
    this.total = this.all.size();
    const namesCategory = interpretation?.parts.some(
      (part) => part.kind === 'concept' && part.phrase.concept.kind === 'category',
    );
    const preference =
      interpretation && !namesCategory && this.total > 1 ? preferMainCategory(this.all, this.total, table) : undefined;
    this.ranking = new Ranking(this.all, this.total, matches, preference, this.filters.inStock);
  }

  get correctedQuery(): string | undefined {
    return this.total > 0 ? this.interpretation?.corrected : undefined;
  }

  /** Returns the matches of as many parts of the text as have any together, if all have none. */
  get nearest(): NearestResults | undefined {
    if (this.total > 0 || !this.interpretation) return undefined;
    return (this.nearestResults ??= this.findNearest());
  }

  countFacets(): Facets {
    return new FacetCounter(this.table, this.filters, this.query.inStock).count();
  }

  private findNearest(): NearestResults {
    const { kept, dropped } = relax(this.partProducts, applyFilters(this.base), this.table.vocabulary);
    return {
      results: new ResultSet(this.table, this.query, kept.length > 0 ? { parts: kept } : undefined),
      kept: kept.filter((part) => this.interpretation?.parts.includes(part)),
      dropped,
    };
  }
}

/** @param isAvailable whether a size must be in stock */
function limitedBy(part: QueryPart, table: ProductTable, isAvailable: boolean): BitSet {
  if (part.kind === 'price') return table.pricedBetween(part.minPaise, part.maxPaise);
  if (part.kind === 'size') return table.labels.size.productsWith([part.size], isAvailable ? 'available' : 'products');
  return table.inStock;
}
