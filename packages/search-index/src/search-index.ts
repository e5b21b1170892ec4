/** A product as the index stores it. `D` is the document that results return. */
export interface IndexedProduct<D> {
  id: string;
  /** Differs after every change of any other field. */
  version: string;
  document: D;
  name: string;
  description: string;
  tags: readonly string[];
  category: string;
  sareeType?: string | undefined;
  weave?: string | undefined;
  colour?: string | undefined;
  fabric?: string | undefined;
  occasion?: string | undefined;
  pricePaise: number;
  /** Units that can be bought. */
  stock: number;
  /** Units per size; sizes that share one stock each have all of it. */
  sizes: readonly { size: string; stock: number }[];
  /** Epoch ms. */
  createdAt: number;
}

export type SortOrder = 'newest' | 'price-asc' | 'price-desc' | 'name';

/** Values within a list are alternatives; the filters narrow each other. Letter case, `-`, `_` and spaces do not matter. */
export interface SearchQuery {
  /** Words that must all match. */
  q?: string | undefined;
  category?: readonly string[] | undefined;
  sareeType?: readonly string[] | undefined;
  tag?: readonly string[] | undefined;
  weave?: readonly string[] | undefined;
  /** Colour families, or colours exactly as products name them. */
  colour?: readonly string[] | undefined;
  fabric?: readonly string[] | undefined;
  occasion?: readonly string[] | undefined;
  size?: readonly string[] | undefined;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
  /** With `size`: whether one of those sizes can be bought. */
  inStock?: boolean | undefined;
  sort: SortOrder;
}

/** A position between two products of a sort order; it stays valid while products come and go. */
export interface SortPosition {
  /** Relevance tier, 0 is best. */
  tier: number;
  key: number | string;
  id: string;
}

export interface PageRequest {
  offset: number;
  /** Starts after this position instead of at `offset`. */
  after?: SortPosition | undefined;
  limit: number;
  includeFacets: boolean;
}

export interface FacetValue {
  value: string;
  count: number;
}

/** How many products each further choice would return, counted beside the filters of all other facets. */
export interface Facets {
  weave: FacetValue[];
  colour: FacetValue[];
  fabric: FacetValue[];
  occasion: FacetValue[];
  size: FacetValue[];
  /** Both ends included; the last range has no `maxPaise`. */
  price: { minPaise: number; maxPaise?: number; count: number }[];
  availability: { inStock: number; outOfStock: number };
}

export interface SearchResults<D> {
  ids: string[];
  documents: D[];
  /** Matches on all pages. */
  total: number;
  /** Undefined on the last page. */
  next?: SortPosition | undefined;
  facets?: Facets | undefined;
  /** The query with misspelt words replaced, if any had to be. */
  correctedQuery?: string | undefined;
}

export interface Suggestions<D> {
  /** Queries that complete the text, most products first, with the number of products that match. */
  phrases: { text: string; count: number }[];
  ids: string[];
  documents: D[];
  correctedQuery?: string | undefined;
}

/** Contains what was `put` and nothing else. `MemorySearchIndex` implements it; a search server such as OpenSearch could. */
export interface SearchIndex<D> {
  /** Adds or replaces products. */
  put(products: readonly IndexedProduct<D>[]): Promise<void>;
  /** Removes products; unknown ids are ignored. */
  remove(ids: readonly string[]): Promise<void>;
  get(id: string): Promise<D | undefined>;
  search(query: SearchQuery, page: PageRequest): Promise<SearchResults<D>>;
  /** Completes a query; returns at most `limit` phrases and `limit` products. */
  suggest(text: string, limit: number): Promise<Suggestions<D>>;
  /** Returns the version of each id, undefined for unknown ones. */
  versions(ids: readonly string[]): Promise<(string | undefined)[]>;
  /** Iterates over all ids in batches. */
  ids(): AsyncIterable<readonly string[]>;
}
