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
  /** By which a sale reduces the price, whole percent. */
  reductionPercent?: number | undefined;
  stock: number;
  /** Units per size; sizes that share one stock each have all of it. */
  sizes: readonly { size: string; stock: number }[];
  /** Of the reviews; 1 to 5 stars. */
  rating?: { average: number; count: number } | undefined;
  /** Working days until dispatch: of the product alone, or beside those of its category. */
  handling?: { days: number; isBesideCategory: boolean } | undefined;
  /** Epoch ms. */
  createdAt: number;
}

/** `relevance` counts with a text; without one it is `newest`. */
export type SortOrder =
  | 'relevance'
  | 'newest'
  | 'price-asc'
  | 'price-desc'
  | 'name'
  | 'stock-asc'
  | 'stock-desc'
  | 'rating';

/** Values of one filter are alternatives. Case, `-`, `_` and spaces do not matter. */
export interface SearchQuery {
  q?: string | undefined;
  id?: readonly string[] | undefined;
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
  /** Units of all sizes together. */
  maxStock?: number | undefined;
  /** Whether at least one of the product's sizes is sold out. */
  hasSoldOutSize?: boolean | undefined;
  /** With `size`: whether one of those sizes can be bought. */
  inStock?: boolean | undefined;
  /** Average stars, at least. */
  minRating?: number | undefined;
  /** Working days until dispatch, at most; negative: no product. `byCategory`: of products without their own. */
  handling?: { maxDays: number; byCategory: Readonly<Record<string, number>> } | undefined;
  sort: SortOrder;
}

export interface EitherLabel {
  categories: readonly string[];
  tags: readonly string[];
}

/** A position in a sort order that stays valid while products come and go. */
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

/** How many products each further choice would return. */
export interface Facets {
  weave: FacetValue[];
  colour: FacetValue[];
  fabric: FacetValue[];
  occasion: FacetValue[];
  size: FacetValue[];
  price: { minPaise: number; maxPaise?: number; count: number }[];
  availability: { inStock: number; outOfStock: number };
  /** Products with at least so many stars, from the most. */
  rating: { min: number; count: number }[];
}

/** What some words of a text were read as. */
export interface InterpretedPart {
  kind: 'category' | 'weave' | 'fabric' | 'colour' | 'occasion' | 'tag' | 'size' | 'price' | 'availability' | 'word';
  /** The value; for prices, availability and words their text. */
  label: string;
  /** The words. */
  text: string;
  /** The text without these words. */
  textWithout: string;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
}

export interface SearchResults<D> {
  ids: string[];
  documents: D[];
  total: number;
  next?: SortPosition | undefined;
  facets?: Facets | undefined;
  /** The query with misspelt words replaced, if any had to be. */
  correctedQuery?: string | undefined;
  /** Of the text; words that only have to occur are not listed. */
  interpreted: InterpretedPart[];
  /** When a text matches nothing: products that match the kept parts, if the filters allow any. */
  nearest?: { ids: string[]; documents: D[]; kept: InterpretedPart[]; dropped: InterpretedPart[] } | undefined;
}

export interface Suggestions<D> {
  /** Completed queries with their number of products, highest first. */
  phrases: { text: string; count: number }[];
  ids: string[];
  documents: D[];
  correctedQuery?: string | undefined;
}

/** Implemented by `MemorySearchIndex`; a search server such as OpenSearch could take its place. */
export interface SearchIndex<D> {
  put(products: readonly IndexedProduct<D>[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  get(id: string): Promise<D | undefined>;
  search(query: SearchQuery, page: PageRequest): Promise<SearchResults<D>>;
  suggest(text: string, limit: number): Promise<Suggestions<D>>;
  /**
   * Returns the newest products of one of the categories or with one of the tags, without both of all. Unlike in a
   * search, only case does not matter.
   */
  findEither(labels: EitherLabel, limit: number): Promise<{ ids: string[]; total: number }>;
  /** Returns the greatest reduction by a sale of a product in stock, whole percent; 0 without any. */
  greatestReduction(): Promise<number>;
  /** Replaces the families of words that mean the same, beside the built-in ones. */
  setSynonyms(families: readonly (readonly string[])[]): Promise<void>;
  /** Returns what a text finds by relevance with these families instead of the current ones. */
  preview(q: string, limit: number, families: readonly (readonly string[])[]): Promise<SearchResults<D>>;
  /** Sorts equally relevant products. @param units sold, by product id; others have sold none */
  setUnitsSold(units: ReadonlyMap<string, number>): Promise<void>;
  versions(ids: readonly string[]): Promise<(string | undefined)[]>;
  ids(): Promise<string[]>;
}
