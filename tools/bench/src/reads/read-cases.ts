import { weaverOf } from '../shop/sample-products.js';

export interface ReadCase {
  name: string;
  paths: readonly string[] | ((count: number) => string);
  sample: string;
  /** Minimum share of the bare server's requests per second. */
  aim?: number;
  /** Whether requests send the `etag`, so that responses are 304. */
  isConditional?: boolean;
  isUncached?: boolean;
}

const LIST = '/api/products/getAll?page=1&limit=24';
const CACHED_AIM = 0.75;
const UNCACHED_AIM = 0.18;
const HIGHEST_PRICE = 1_000_000;
const search = (words: string): string => `${LIST}&q=${encodeURIComponent(words)}`;

/** Above every price: the gateway removes parameters that it does not know, and requests would share a response. */
const unique =
  (path: string) =>
  (count: number): string =>
    `${path}&maxPrice=${HIGHEST_PRICE + count}`;

export function readCases(productIds: readonly string[]): ReadCase[] {
  const product = (id = productIds[0]): string => `/api/products/getOne/${id}`;
  const cached = (name: string, path: string): ReadCase => ({ name, paths: [path], sample: path, aim: CACHED_AIM });
  const uncached = (name: string, sample: string): ReadCase => ({
    name,
    paths: unique(sample),
    sample,
    isUncached: true,
  });
  return [
    cached('list of 24, cached', LIST),
    cached('product, cached', product()),
    cached('search, one word, cached', search('kanchipuram')),
    { name: 'list of 24, unchanged (304)', paths: [LIST], sample: LIST, isConditional: true },
    { ...uncached('list of 24, uncached', LIST), aim: UNCACHED_AIM },
    {
      ...uncached('product, uncached', product()),
      paths: (count) => product(productIds[count % productIds.length]),
      aim: UNCACHED_AIM,
    },
    uncached('search, common word, uncached', search('kanchipuram')),
    uncached('search, rare word, uncached', search(weaverOf(Math.floor(productIds.length / 2)))),
  ];
}
