interface Bounds {
  entries: number;
  /** By `content-length`, else `DEFAULT_BYTES`. */
  bytes: number;
}

const DEFAULT_BYTES = 50_000;
/** A new prefix deletes the caches of an older format. */
const CACHE_PREFIX = 'rangavalli-1-';

class BoundedCache {
  private readonly name: string;

  constructor(
    name: string,
    private readonly bounds: Bounds,
  ) {
    this.name = CACHE_PREFIX + name;
  }

  find(url: string): Promise<Response | undefined> {
    return caches.match(url, { cacheName: this.name, ignoreVary: true });
  }

  async store(url: string, response: Response) {
    if (!isCacheable(response)) return;
    await (await this.open()).put(url, response).catch(() => undefined);
  }

  async delete(isObsolete: (url: string) => boolean = () => true) {
    const cache = await this.open();
    const obsolete = (await cache.keys()).filter(({ url }) => isObsolete(url));
    await Promise.all(obsolete.map((request) => cache.delete(request, { ignoreVary: true })));
  }

  async trim() {
    const cache = await this.open();
    let bytes = 0;
    for (const [index, request] of (await cache.keys()).toReversed().entries()) {
      const response = await cache.match(request, { ignoreVary: true });
      const length = Number(response?.headers.get('content-length') ?? DEFAULT_BYTES);
      bytes += Number.isFinite(length) ? length : DEFAULT_BYTES;
      if (index >= this.bounds.entries || bytes > this.bounds.bytes) await cache.delete(request, { ignoreVary: true });
    }
  }

  private open(): Promise<Cache> {
    return caches.open(this.name);
  }
}

const MB = 1_000_000;

export const boundedCaches = {
  page: new BoundedCache('pages', { entries: 40, bytes: 4 * MB }),
  file: new BoundedCache('files', { entries: 200, bytes: 6 * MB }),
  picture: new BoundedCache('pictures', { entries: 150, bytes: 20 * MB }),
  read: new BoundedCache('reads', { entries: 80, bytes: 4 * MB }),
};

export async function deleteOtherCaches() {
  const others = (await caches.keys()).filter((name) => !name.startsWith(CACHE_PREFIX));
  await Promise.all(others.map((name) => caches.delete(name)));
}

export function isCacheable(response: Response) {
  return (
    response.status === 200 &&
    !response.redirected &&
    !/private|no-store/i.test(response.headers.get('cache-control') ?? '') &&
    response.headers.get('vary') !== '*'
  );
}
