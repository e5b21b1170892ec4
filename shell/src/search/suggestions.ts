import type { Product } from '@rangavalli/contracts/entities/product';
import { categories } from '../layout/categories.js';

/** One line under the search field: where it leads, and what it says. */
export interface Suggestion {
  to: string;
  kind: 'product' | 'collection' | 'recent';
  label: string;
  product?: Product;
}

/** So many products are suggested: the list must fit over a phone's keyboard. */
export const MOST_PRODUCTS = 6;

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const textOf = ({ name, tags, category, sareeType, weave, fabric, colour, occasion, description }: Product): string =>
  plain([name, ...tags, category, sareeType, weave, fabric, colour, occasion, description].filter(Boolean).join(' '));

/** How well a product answers the words: its name counts most. 0 when a word is nowhere in it. */
function score(product: Product, words: readonly string[]): number {
  const name = plain(product.name);
  const all = textOf(product);
  if (!words.every((word) => all.includes(word))) return 0;
  return 1 + words.filter((word) => name.includes(word)).length + (words.some((word) => name.startsWith(word)) ? 1 : 0);
}

export const searchAddress = (query: string): string => `/search?q=${encodeURIComponent(query.trim())}`;

/** What could be meant by `query`: collections of that name, then the products that have all its words. */
export function suggestionsFor(query: string, products: readonly Product[]): Suggestion[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const collections = categories.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  const found = products
    .map((product) => ({ product, rank: score(product, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_PRODUCTS);
  return [
    ...collections.map(({ to, label }): Suggestion => ({ to, kind: 'collection', label })),
    ...found.map(({ product }): Suggestion => ({ to: `/product/${product._id}`, kind: 'product', label: product.name, product })),
  ];
}
