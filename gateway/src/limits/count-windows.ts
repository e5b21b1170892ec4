import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const MAX_KEYS = 100_000;
/** Windows are sent to another gateway in so many messages, by a hash of their keys: any gateway may send any part. */
export const PARTS = 16;
/** Half a megabyte; the server accepts one. */
const MAX_PART_WINDOWS = 4_000;

export interface WindowCount {
  /** Requests, this one included. */
  current: number;
  /** Until the window ends, ms. */
  ttl: number;
}

/** Keys, requests so far, and the time until the window ends, ms. */
export const windowsPart = z.array(z.tuple([z.string(), z.int().min(1), z.int().min(1)]));
type WindowsPart = z.infer<typeof windowsPart>;

/** Requests per key in windows that begin with the first request. */
export class CountWindows {
  private readonly windows = new LRUCache<string, { requests: number; endsAt: number }>({ max: MAX_KEYS });

  count(key: string, requests: number, windowMs: number): WindowCount {
    const now = performance.now();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { requests: 0, endsAt: now + windowMs };
      this.windows.set(key, window);
    }
    window.requests += requests;
    return { current: window.requests, ttl: window.endsAt - now };
  }

  isReached(key: string, max: number): boolean {
    const window = this.windows.get(key);
    return window !== undefined && window.requests >= max && window.endsAt > performance.now();
  }

  /** Returns a part of the current windows, the most recently used first. @param unpublished of their requests */
  part(part: number, unpublished: (key: string) => number): WindowsPart {
    const now = performance.now();
    const windows: WindowsPart = [];
    for (const [key, { requests, endsAt }] of this.windows.entries()) {
      if (partOf(key) !== part) continue;
      const published = requests - unpublished(key);
      if (published > 0 && endsAt - now >= 1) windows.push([key, published, Math.floor(endsAt - now)]);
      if (windows.length === MAX_PART_WINDOWS) break;
    }
    return windows;
  }

  /** Adopts the counts of another gateway where they are larger: both may have counted the same requests. */
  adopt(windows: WindowsPart): void {
    const now = performance.now();
    for (const [key, requests, ttl] of windows) {
      if (!this.isReached(key, requests)) this.windows.set(key, { requests, endsAt: now + ttl });
    }
  }
}

function partOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash, 31) + key.charCodeAt(index);
  return (hash >>> 0) % PARTS;
}
