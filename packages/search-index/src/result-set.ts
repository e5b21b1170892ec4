import { FacetCounter } from './facet-counter.js';
import { applyFilters, type Filters, filtersOf } from './filters.js';
import { type BitSet, emptyBitSet } from './posting-list.js';
import type { ProductTable } from './product-table.js';
import type { Facets, SearchQuery } from './search-index.js';
import { LOOSEST_TIER, type Match } from './vocabulary.js';

interface Tier {
  bits: BitSet;
  count: number;
}

export const MAX_BIT_SETS = 12;

/** All matches of a search; valid until a product changes. */
export class ResultSet {
  readonly all: BitSet;
  readonly total: number;
  private readonly match: Match | undefined;
  private readonly filters: Filters;
  private readonly tiers: Tier[] = [];

  constructor(
    private readonly table: ProductTable,
    private readonly query: Omit<SearchQuery, 'sort'>,
  ) {
    this.filters = filtersOf(table, query);
    if (query.q !== undefined) {
      this.match = table.vocabulary.matchQuery(query.q);
      this.filters.scope = this.match?.upTo(LOOSEST_TIER).intersection(this.filters.scope) ?? emptyBitSet();
    }
    this.all = applyFilters(this.filters);
    this.total = this.all.size();
  }

  get isRanked(): boolean {
    return this.match !== undefined;
  }

  get correctedQuery(): string | undefined {
    return this.total > 0 ? this.match?.corrected : undefined;
  }

  tier(tier: number): Tier {
    const known = this.tiers[tier];
    if (known) return known;
    const bits = tier === LOOSEST_TIER || !this.match ? this.all.clone() : this.match.upTo(tier).intersection(this.all);
    for (let better = 0; better < tier; better += 1) bits.difference(this.tier(better).bits);
    return (this.tiers[tier] = { bits, count: bits.size() });
  }

  countFacets(): Facets {
    return new FacetCounter(this.table, this.filters, this.query.inStock).count();
  }
}
