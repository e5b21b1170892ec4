import { weaverOf } from '../shop/made-products.js';

/** What browsers say they take. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

/** A read of the shop, as one row of the table. */
export interface ReadCase {
  name: string;
  /** Asked of the store. */
  paths: readonly string[] | ((count: number) => string);
  /** The one of them that the bare server answers in its place. */
  sample: string;
  headers: Record<string, string>;
  /** Of the bare server's requests a second, at least. */
  aim?: number;
  /** The first answer's `etag` is sent along, so that the answer is a 304. */
  conditional?: boolean;
  /** Asked of a gateway that keeps no answers. */
  uncached?: boolean;
}

const LIST = '/api/products/getAll?page=1&limit=24';
const search = (words: string): string => `${LIST}&q=${encodeURIComponent(words)}`;

/** A parameter that no call knows makes an address of its own with the same work behind it: nobody waits for another's answer. */
const anew =
  (path: string) =>
  (count: number): string =>
    `${path}&n=${count}`;

export function readCases(productIds: readonly string[]): ReadCase[] {
  const one = (id = productIds[0]): string => `/api/products/getOne/${id}`;
  const rare = search(weaverOf(Math.floor(productIds.length / 2)));
  return [
    { name: 'list of 24, cached', paths: [LIST], sample: LIST, headers: BROWSER, aim: 0.75 },
    { name: 'product, cached', paths: [one()], sample: one(), headers: BROWSER, aim: 0.75 },
    {
      name: 'search, one word, cached',
      paths: [search('kanchipuram')],
      sample: search('kanchipuram'),
      headers: BROWSER,
      aim: 0.75,
    },
    { name: 'list of 24, unchanged (304)', paths: [LIST], sample: LIST, headers: BROWSER, conditional: true },
    { name: 'list of 24, uncached', paths: anew(LIST), sample: LIST, headers: BROWSER, uncached: true, aim: 0.12 },
    {
      name: 'product, uncached',
      paths: (count) => one(productIds[count % productIds.length]),
      sample: one(),
      headers: BROWSER,
      uncached: true,
      aim: 0.12,
    },
    {
      name: 'search, common word, uncached',
      paths: anew(search('kanchipuram')),
      sample: search('kanchipuram'),
      headers: BROWSER,
      uncached: true,
    },
    { name: 'search, rare word, uncached', paths: anew(rare), sample: rare, headers: BROWSER, uncached: true },
  ];
}
