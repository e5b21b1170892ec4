import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.js';
import { RecentKeys } from './recent-keys.js';

const MAX_INVALIDATED_KEYS = 20_000;
/** Larger responses are not cached. */
const MAX_ENTRY_SHARE = 1 / 8;

interface CacheOptions {
  /** 0 caches nothing. */
  maxBytes: number;
  /** While less is used, every response is cached; beyond it, at its second request. Default: `maxBytes`. */
  freeBytes?: number;
  /**
   * Time to live, ms. Shortly after an invalidation an upstream replica may not have applied the change yet: a response
   * lives as long as the invalidation was ago, within these bounds.
   */
  ttl?: { minMs: number; maxMs: number };
}

interface Fill<Response> {
  response: Promise<Response | undefined>;
  /** Invalidated in flight: not cached. */
  isStale: boolean;
}

/** Bounded by bytes; concurrent requests for a key share one fetch. */
export class ResponseCache<Response extends CachedResponse = CachedResponse> {
  /** Older entries are not returned. */
  maxAgeMs = Number.POSITIVE_INFINITY;
  private readonly entries: LRUCache<string, Response>;
  private readonly fills = new Map<string, Fill<Response>>();
  private readonly requested = new RecentKeys();
  private readonly invalidatedKeys = new LRUCache<string, number>({ max: MAX_INVALIDATED_KEYS });
  private clearedAt = Number.NEGATIVE_INFINITY;
  private clearDueAt = Number.POSITIVE_INFINITY;

  constructor(private readonly options: CacheOptions) {
    this.entries = new LRUCache({
      maxSize: Math.max(1, Math.floor(options.maxBytes)),
      maxEntrySize: Math.max(1, Math.floor(options.maxBytes * MAX_ENTRY_SHARE)),
      sizeCalculation: ({ size }, key) => size + 2 * key.length,
    });
  }

  get(key: string): Response | undefined {
    if (performance.now() >= this.clearDueAt) this.clear();
    const response = this.entries.get(key);
    return response && Date.now() - response.createdAt <= this.maxAgeMs ? response : undefined;
  }

  /** The fetch in flight; undefined when it fails or has nothing to cache. */
  pending(key: string): Promise<Response | undefined> | undefined {
    return this.fills.get(key)?.response.catch(() => undefined);
  }

  /** `fetch` returns undefined when there is nothing to cache. */
  async fill(key: string, fetch: () => Promise<Response | undefined>): Promise<Response | undefined> {
    const startedAt = performance.now();
    const fill: Fill<Response> = { response: fetch(), isStale: false };
    this.fills.set(key, fill);
    try {
      const response = await fill.response;
      if (performance.now() >= this.clearDueAt) this.clear();
      if (!fill.isStale) this.store(key, response, startedAt);
      return response;
    } finally {
      if (this.fills.get(key) === fill) this.fills.delete(key);
    }
  }

  invalidate(key: string): void {
    if (this.options.ttl) this.invalidatedKeys.set(key, performance.now());
    this.entries.delete(key);
    const fill = this.fills.get(key);
    if (fill) fill.isStale = true;
    this.fills.delete(key);
  }

  clear(): void {
    this.clearedAt = performance.now();
    this.clearDueAt = Number.POSITIVE_INFINITY;
    this.entries.clear();
    for (const fill of this.fills.values()) fill.isStale = true;
    this.fills.clear();
  }

  /** A burst of changes causes one refill. */
  clearWithin(ms: number): void {
    this.clearDueAt = Math.min(this.clearDueAt, performance.now() + ms);
  }

  private isAdmitted(key: string): boolean {
    const { freeBytes } = this.options;
    if (freeBytes === undefined) return true;
    // An entry may be replaced at any time.
    const isRepeated = this.requested.add(key) || this.entries.has(key);
    return isRepeated || this.entries.calculatedSize < freeBytes;
  }

  private store(key: string, response: Response | undefined, startedAt: number): void {
    const { maxBytes, ttl } = this.options;
    if (!response) return void this.entries.delete(key);
    if (maxBytes === 0 || !this.isAdmitted(key)) return;
    if (!ttl) return void this.entries.set(key, response);
    const sinceChangeMs = startedAt - Math.max(this.clearedAt, this.invalidatedKeys.get(key) ?? this.clearedAt);
    const lifeMs = Math.min(ttl.maxMs, Math.max(ttl.minMs, sinceChangeMs));
    const remainingMs = startedAt + lifeMs - performance.now();
    if (remainingMs >= 1) this.entries.set(key, response, { ttl: remainingMs });
  }
}
