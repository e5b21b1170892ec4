import { occasions, weaverOf, weaves } from '../shop/sample-products.js';

/** One kind of read. Consecutive requests differ, so that no response is reused. */
export interface GrowthCase {
  name: string;
  path: (count: number) => string;
}

const words = ['kanchipuram', 'banarasi', 'chanderi', 'paithani', 'kalamkari', 'patola', 'organza', 'tussar'];
const misspelled = ['kanchipurm', 'banarsi', 'chandri', 'paithini', 'kalamkri', 'patolla', 'organzaa', 'tusar'];
const prefixes = ['kanch', 'banar', 'chand', 'paith', 'kalam', 'pato', 'orga', 'tuss'];

const pick = <T>(list: readonly T[], count: number): T => list[count % list.length] as T;
const list = (query: Record<string, string | number>): string => {
  const text = Object.entries({ limit: 24, ...query }).map(([name, value]) => [name, String(value)]);
  return `/products/getAll?${new URLSearchParams(text)}`;
};

export const growthCases = (ids: readonly string[]): GrowthCase[] => [
  { name: 'product', path: (count) => `/products/getOne/${ids[(count * 7_919) % ids.length]}` },
  { name: 'list, first pages', path: (count) => list({ page: 1 + (count % 5) }) },
  { name: 'list, page 30 to 40', path: (count) => list({ page: 30 + (count % 11) }) },
  {
    name: 'collection by price, filtered',
    path: (count) =>
      list({
        category: 'saree',
        weave: pick(weaves, count),
        occasion: pick(occasions, count),
        minPrice: 1_000 + (count % 50) * 10,
        sort: 'price-asc',
      }),
  },
  { name: 'search, rare word', path: (count) => list({ q: weaverOf((count * 104_729) % ids.length) }) },
  { name: 'search, common word', path: (count) => list({ q: pick(words, count), page: 1 + (count % 3) }) },
  { name: 'search, two words', path: (count) => list({ q: `${pick(words, count)} ${pick(occasions, count >> 3)}` }) },
  { name: 'search, typing error', path: (count) => list({ q: pick(misspelled, count) }) },
  { name: 'search, beginning of a word', path: (count) => list({ q: pick(prefixes, count) }) },
  {
    name: 'search with filters',
    path: (count) => list({ q: pick(words, count), occasion: pick(occasions, count), inStock: 'true' }),
  },
];
