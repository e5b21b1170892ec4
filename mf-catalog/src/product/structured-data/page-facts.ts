import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Review } from '@rangavalli/contracts/entities/review';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { call } from '@rangavalli/web-kit/data/api';
import { serverPage } from '@rangavalli/web-kit/data/server-page';

/** What a product's structured data contain beside the product; what could not be loaded is left out. */
export interface PageFacts {
  shop?: ShopDetails | undefined;
  terms?: DeliveryTerms | undefined;
  reviews: readonly Review[];
}

const TTL_MS = 300_000;
const FAILURE_TTL_MS = 10_000;
const MAX_ENTRIES = 500;
const MAX_REVIEWS = 3;

const cache = new Map<string, { value: unknown; expiresAt: number }>();

/**
 * Returns what is cached, or loads it once for this page. Search engines do not need it to the minute, and a page whose
 * data come from the cache needs no requests. A failure leaves it out and never fails the page.
 */
function cached<T>(key: string, load: () => Promise<T>): T | undefined {
  const entry = cache.get(key);
  if (entry && entry.expiresAt > Date.now()) return entry.value as T | undefined;
  serverPage()?.queryResult(`structured data ${key}`, async () => {
    const value = await load().catch(() => undefined);
    if (cache.size >= MAX_ENTRIES) cache.delete(cache.keys().next().value ?? '');
    cache.set(key, { value, expiresAt: Date.now() + (value === undefined ? FAILURE_TTL_MS : TTL_MS) });
    return undefined;
  });
  return undefined;
}

/** Returns the facts of a product's page. Called while the server renders it. */
export const pageFacts = ({ _id: productId, rating }: Product): PageFacts => ({
  shop: cached('shop', async () => (await call('GET /shop', {})).shop),
  terms: cached('terms', async () => (await call('GET /delivery/terms', {})).terms),
  reviews: rating
    ? (cached(`reviews ${productId} ${rating.average} ${rating.count}`, async () => {
        const { reviews } = await call('GET /reviews', { query: { productId, limit: String(MAX_REVIEWS) } });
        return reviews;
      }) ?? [])
    : [],
});
