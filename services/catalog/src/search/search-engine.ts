import type { Category, SareeType, SizeStock } from '@rangavalli/contracts/entities/product';
import type { ProductFacets, ProductSort } from '@rangavalli/contracts/entities/product-query';

/** Injection token of the engine that answers searches. */
export const SEARCH_ENGINE = Symbol('search engine');

/** What an engine is told of a product in the shop. */
export interface SearchedProduct {
  id: string;
  /** Another one after every change of what stands here. */
  version: string;
  name: string;
  description: string;
  tags: readonly string[];
  category: Category;
  sareeType?: SareeType | undefined;
  weave?: string | undefined;
  colour?: string | undefined;
  fabric?: string | undefined;
  occasion?: string | undefined;
  pricePaise: number;
  /** Pieces that can be bought now. */
  stock: number;
  /** Each size with its pieces; sizes that are counted together have all of the product's. */
  sizes: readonly SizeStock[];
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Where a page begins: behind one product in an order, whatever comes into the shop meanwhile. */
export interface Place {
  /** How well the products there fit the words; 0 is best. */
  tier: number;
  key: number | string;
  id: string;
}

/** Choices within one list are alternatives, the lists narrow each other. Letter case and - _ space make no difference. */
export interface Wanted {
  category?: readonly Category[] | undefined;
  sareeType?: readonly SareeType[] | undefined;
  tag?: readonly string[] | undefined;
  weave?: readonly string[] | undefined;
  /** Families of colours, or colours just as products name them. */
  colour?: readonly string[] | undefined;
  fabric?: readonly string[] | undefined;
  occasion?: readonly string[] | undefined;
  size?: readonly string[] | undefined;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
  /** Whether it can be bought; beside `size`, whether it can be bought in one of those sizes. */
  inStock?: boolean | undefined;
  q?: string | undefined;
  sort: ProductSort;
}

/** A part of what is wanted. */
export interface Part {
  /** So many are left out first. */
  skip: number;
  /** Behind this place instead of behind so many. */
  after?: Place | undefined;
  limit: number;
  /** Whether the choices are to be counted. */
  facets: boolean;
}

export interface Found {
  /** In the order that was asked for. */
  ids: string[];
  /** How many there are on all pages. */
  total: number;
  /** Where the next page begins; undefined behind the last. */
  next?: Place | undefined;
  facets?: ProductFacets | undefined;
  /** The words as they were understood, when nothing has the words as they were typed. */
  understood?: string | undefined;
}

export interface Suggested {
  /** What could be typed, most products first, with the products that have all of it. */
  phrases: { text: string; count: number }[];
  /** The products that fit best. */
  ids: string[];
  understood?: string | undefined;
}

/**
 * What answers searches: in memory here (`MemoryEngine`); an engine outside, such as OpenSearch, can stand in its place.
 * It knows of products what it was told and nothing else; what shoppers are shown, `CurrentProducts` knows.
 */
export interface SearchEngine {
  /** Learns products, anew where it knows them already. Large batches come at the start, in no order. */
  put(products: readonly SearchedProduct[]): Promise<void>;
  /** Forgets products; those that it does not know are fine. */
  remove(ids: readonly string[]): Promise<void>;
  find(wanted: Wanted, part: Part): Promise<Found>;
  /** @param most of phrases and of products each */
  suggest(typed: string, most: number): Promise<Suggested>;
  /** The versions by which it knows products, in their order; undefined for those that it does not know. */
  versions(ids: readonly string[]): Promise<(string | undefined)[]>;
  /** All that it knows, a batch at a time. */
  ids(): AsyncIterable<readonly string[]>;
}
