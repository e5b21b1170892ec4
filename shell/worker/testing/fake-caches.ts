class FakeCache {
  private readonly entries = new Map<string, Response>();

  async match(request: string | Request): Promise<Response | undefined> {
    return this.entries.get(urlOf(request))?.clone();
  }
  async put(request: string | Request, response: Response) {
    const url = urlOf(request);
    this.entries.delete(url);
    this.entries.set(url, response);
  }
  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
  async delete(request: string | Request) {
    return this.entries.delete(urlOf(request));
  }
}

const urlOf = (request: string | Request) => (typeof request === 'string' ? request : request.url);

/** Installs an empty Cache Storage and returns a function that lists the cached paths. */
export function fakeCaches(): () => Promise<string[]> {
  const all = new Map<string, FakeCache>();
  const storage = {
    open: async (name: string) => {
      const cache = all.get(name) ?? new FakeCache();
      all.set(name, cache);
      return cache;
    },
    match: async (request: string | Request, { cacheName }: MultiCacheQueryOptions) =>
      all.get(cacheName ?? '')?.match(request),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
  Object.assign(globalThis, { caches: storage });
  return async () =>
    (await Promise.all([...all.values()].map((cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname + new URL(url).search);
}
