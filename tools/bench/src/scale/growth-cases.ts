import { weaverOf } from '../shop/made-products.js';

/** One kind of read; each request is another one of its kind, so that no answer can be an old one. */
export interface GrowthCase {
  name: string;
  path: (count: number) => string;
}

const words = ['kanchipuram', 'banarasi', 'chanderi', 'paithani', 'kalamkari', 'patola', 'organza', 'tussar'];
const wrong = ['kanchipurm', 'banarsi', 'chandri', 'paithini', 'kalamkri', 'patolla', 'organzaa', 'tusar'];
const beginnings = ['kanch', 'banar', 'chand', 'paith', 'kalam', 'pato', 'orga', 'tuss'];
const weaves = [
  'Kanchipuram Pattu',
  'Banarasi Silk',
  'Chanderi Cotton',
  'Paithani Weaves',
  'Kalamkari Prints',
  'Ikat Elegance',
];
const occasions = ['Wedding', 'Festival', 'Reception', 'Puja'];

const turn = <T>(list: readonly T[], count: number): T => list[count % list.length] as T;
const list = (query: Record<string, string | number>): string =>
  `/products/getAll?${new URLSearchParams({ limit: '24', ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) })}`;

/** What shoppers ask of a catalog with these products. */
export const growthCases = (ids: readonly string[]): GrowthCase[] => [
  { name: 'product', path: (count) => `/products/getOne/${ids[(count * 7_919) % ids.length]}` },
  { name: 'list, first pages', path: (count) => list({ page: 1 + (count % 5) }) },
  { name: 'list, page 30 to 40', path: (count) => list({ page: 30 + (count % 11) }) },
  {
    name: 'collection by price, filtered',
    path: (count) =>
      list({
        category: 'saree',
        weave: turn(weaves, count),
        occasion: turn(occasions, count),
        minPrice: 1_000 + (count % 50) * 10,
        sort: 'price-asc',
      }),
  },
  { name: 'search, rare word', path: (count) => list({ q: weaverOf((count * 104_729) % ids.length) }) },
  { name: 'search, common word', path: (count) => list({ q: turn(words, count), page: 1 + (count % 3) }) },
  { name: 'search, two words', path: (count) => list({ q: `${turn(words, count)} ${turn(occasions, count >> 3)}` }) },
  { name: 'search, typing error', path: (count) => list({ q: turn(wrong, count) }) },
  { name: 'search, beginning of a word', path: (count) => list({ q: turn(beginnings, count) }) },
  {
    name: 'search with filters',
    path: (count) => list({ q: turn(words, count), occasion: turn(occasions, count), inStock: 'true' }),
  },
];
