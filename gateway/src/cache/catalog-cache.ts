import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Call, ServiceName } from '@rangavalli/contracts/call';
import { type CallKey, calls, getCall } from '@rangavalli/contracts/calls';
import type { EventName } from '@rangavalli/contracts/events';
import { routePattern } from '@rangavalli/contracts/path';
import { ResponseCache } from '@rangavalli/http-cache/response-cache';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { CONFIG, LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { knownQuery } from '../calls/query.js';
import type { GatewayConfig } from '../config.js';

/** Longer URLs serve only to fill the cache. */
const MAX_URL_LENGTH = 512;
const LISTS_SHARE = 3 / 4;
/** Beyond this share of a cache, responses are cached at their second request: one-off searches do not fill it. */
const FREE_SHARE = 1 / 8;
const MAX_CACHED_KEYS = 2_000;
/**
 * Another replica applies a change within milliseconds: what is fetched right after a change is fetched again after 50
 * ms, so that no response is older than 100 ms.
 */
const TTL = { minMs: 50, maxMs: 60_000 };
/** Stock changes by the hundred in a sale. */
const STOCK_INTERVAL_MS = 40;
const DISCONNECTED_MAX_AGE_MS = 1_000;

/** When lists are cleared; a product that the event names is invalidated at once. */
export const invalidatingEvents = {
  'catalog.product.created': 'lists at once',
  'catalog.product.updated': 'lists at once',
  'catalog.product.deleted': 'lists at once',
  'catalog.synonyms.changed': 'lists only',
  'catalog.stock.held': 'lists at intervals',
  'catalog.stock.released': 'lists at intervals',
  'catalog.stock.returned': 'lists at intervals',
} as const satisfies Partial<Record<EventName, string>>;

const LIST: CallKey = 'GET /products/getAll';

/** Staff sort their lists, which are no searches of shoppers. */
function searchTextOf(query: string): string | undefined {
  const { q, ...others } = Object.fromEntries(new URLSearchParams(query));
  const { page = '1', sort = 'relevance', limit: _limit, ...filters } = others;
  const isFirst = page === '1' && sort === 'relevance' && Object.values(filters).every((value) => value === '');
  return isFirst ? q?.trim() || undefined : undefined;
}

interface CacheableRoute {
  key: CallKey;
  call: Call & { service: ServiceName };
  template: string;
  path: string;
}

export interface CacheSlot {
  route: CacheableRoute;
  cache: ResponseCache;
  key: string;
  /** Whether a request counts against the limit of the call also when it is served from memory. */
  isCounted: boolean;
  /** Of a request for the first page of a search that has no other filters. */
  searchText?: string | undefined;
}

type ListKey = Pick<CacheSlot, 'key' | 'isCounted' | 'searchText'>;

const routes = (Object.keys(calls) as CallKey[])
  .filter((key) => key.startsWith('GET ') && getCall(key).cacheable)
  .map((key) => {
    const template = key.slice('GET '.length);
    const path = `/api${routePattern(template)}`;
    const [prefix = ''] = path.split(':', 1);
    const route: CacheableRoute = { key, call: getCall(key) as CacheableRoute['call'], template, path };
    return { route, prefix, isProduct: path.includes(':') };
  });

@Injectable()
export class CatalogCache implements OnApplicationBootstrap {
  private readonly lists: ResponseCache;
  /** By URL: parsing a query costs as much as a cached response. */
  private readonly listKeys = new LRUCache<string, ListKey>({ max: MAX_CACHED_KEYS });
  private readonly products: ResponseCache;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) { CACHE_BYTES }: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const cacheOf = (maxBytes: number) => new ResponseCache({ maxBytes, freeBytes: maxBytes * FREE_SHARE, ttl: TTL });
    this.lists = cacheOf(CACHE_BYTES * LISTS_SHARE);
    this.products = cacheOf(CACHE_BYTES * (1 - LISTS_SHARE));
  }

  /** Returns undefined when a GET of this URL is not cacheable. */
  slotOf(url: string): CacheSlot | undefined {
    if (url.length > MAX_URL_LENGTH) return undefined;
    for (const { route, prefix, isProduct } of routes) {
      if (!url.startsWith(prefix)) continue;
      const rest = url.slice(prefix.length);
      if (isProduct)
        return /^\w+$/.test(rest) ? { route, cache: this.products, key: rest, isCounted: false } : undefined;
      if (rest !== '' && !rest.startsWith('?')) return undefined;
      return { route, cache: this.lists, ...this.listKeyOf(route, url) };
    }
    return undefined;
  }

  /** URLs that differ in unknown parameters only, or in their order, share a response. */
  private listKeyOf({ key: callKey, call, path }: CacheableRoute, url: string): ListKey {
    const known = this.listKeys.get(url);
    if (known) return known;
    const query = knownQuery(call, url);
    // Without parameters a list has 500 products.
    const isCounted = callKey === LIST && query === '';
    const listKey = { key: path + query, isCounted, ...(callKey === LIST ? { searchText: searchTextOf(query) } : {}) };
    this.listKeys.set(url, listKey);
    return listKey;
  }

  /** @param productId undefined for a new product */
  invalidateProduct(productId: string | undefined) {
    if (productId !== undefined) this.products.invalidate(productId);
    this.lists.clear();
  }

  async onApplicationBootstrap() {
    let isFirst = true;
    const clear = () => {
      this.products.clear();
      this.lists.clear();
    };
    await subscribeEphemeral(this.nats, Object.keys(invalidatingEvents) as (keyof typeof invalidatingEvents)[], {
      onEvent: ({ type, data }) => {
        if (!('productId' in data)) return this.lists.clear();
        const { productId } = data;
        if (invalidatingEvents[type] === 'lists at once') return this.invalidateProduct(productId);
        this.products.invalidate(productId);
        this.lists.clearWithin(STOCK_INTERVAL_MS);
      },
      onInvalidEvent: clear,
      onConnectionChange: (isConnected) => {
        // Events may have been missed in between.
        if (isConnected && !isFirst) clear();
        isFirst = false;
        const maxAgeMs = isConnected ? Number.POSITIVE_INFINITY : DISCONNECTED_MAX_AGE_MS;
        for (const cache of [this.lists, this.products]) cache.maxAgeMs = maxAgeMs;
      },
      logger: this.logger,
    });
  }
}
