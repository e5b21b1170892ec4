import type { BitSet } from './posting-list.js';
import type { ProductTable } from './product-table.js';
import type { SearchQuery } from './search-index.js';

const facetNames = ['weave', 'colour', 'fabric', 'occasion', 'size', 'price', 'availability', 'rating'] as const;
export type FacetName = (typeof facetNames)[number];

export interface Filters {
  /** What the facets are counted in: ids, stock, category, saree type, tags, days until dispatch and words. */
  scope: BitSet;
  byFacet: Partial<Record<FacetName, BitSet>>;
  /** Products that can be bought: in one of the sizes of the query, if it has any. */
  inStock: BitSet;
}

const hasValues = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values !== undefined && values.length > 0;

export function filtersOf(table: ProductTable, query: Omit<SearchQuery, 'sort'>): Filters {
  const { colour, size, minPaise, maxPaise, inStock } = query;
  const { labels } = table;
  let scope = table.all;
  if (hasValues(query.id)) scope = table.withIds(query.id);
  if (query.maxStock !== undefined) scope = scope.new_intersection(table.stockedUpTo(query.maxStock));
  if (query.hasSoldOutSize !== undefined)
    scope = query.hasSoldOutSize
      ? scope.new_intersection(table.withSoldOutSize)
      : scope.new_difference(table.withSoldOutSize);
  for (const kind of ['category', 'sareeType', 'tag'] as const) {
    const values = query[kind];
    if (hasValues(values)) scope = scope.new_intersection(labels[kind].productsWith(values));
  }
  if (query.handling)
    scope = scope.new_intersection(table.handledWithin(query.handling.maxDays, query.handling.byCategory));
  const byFacet: Filters['byFacet'] = {};
  for (const kind of ['weave', 'fabric', 'occasion', 'size'] as const) {
    const values = query[kind];
    if (hasValues(values)) byFacet[kind] = labels[kind].productsWith(values);
  }
  if (hasValues(colour)) byFacet.colour = table.coloured(colour);
  if (minPaise !== undefined || maxPaise !== undefined) byFacet.price = table.pricedBetween(minPaise, maxPaise);
  if (query.minRating !== undefined) byFacet.rating = table.ratedFrom(query.minRating);
  const available = hasValues(size) ? labels.size.productsWith(size, 'available') : table.inStock;
  if (inStock !== undefined) byFacet.availability = inStock ? available : table.all.new_difference(available);
  return { scope, byFacet, inStock: available };
}

export function applyFilters({ scope, byFacet }: Filters, ...except: FacetName[]): BitSet {
  let bits = scope;
  for (const facet of facetNames) {
    const filter = except.includes(facet) ? undefined : byFacet[facet];
    if (filter) bits = bits.new_intersection(filter);
  }
  return bits;
}
