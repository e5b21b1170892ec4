/** @jest-environment node */
import type { WorkerMessage } from '../src/service-worker/messages.js';
import { boundedCaches } from './bounded-cache.js';
import { respondToFile, respondToPage, respondToRead } from './strategies.js';
import { cacheViewedPage } from './viewed-page.js';

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
function fakeCaches(): () => Promise<string[]> {
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

const SHOP = 'https://shop.example';
const REGISTERED = [
  { path: '/pattu-saree', title: 'Pattu', prerender: true },
  { path: '/kidswear', title: 'Kidswear', prerender: true },
  { path: '/product/:id', title: 'Product', prerender: true },
  { path: '/search', title: 'Search', hidden: true, prerender: true },
  { path: '/cart', title: 'Cart', hidden: true },
  { path: '/user/*', title: 'Your account', hidden: true },
];
const html = (release = '1.0.0', text = '', main = 'main.0000000001.js', pages: object[] = REGISTERED) => {
  const entry = `/remotes/mf-catalog/${release}/remoteEntry.0000000001.js`;
  const registry = JSON.stringify({ remotes: { mf_catalog: { version: release, entry, pages } } });
  const script = `<script defer src="/${main}"></script>`;
  return `<script type="application/json" id="registry">${registry}</script>${script}${text}`;
};

/** Responds to requests; `undefined` without a connection. */
let network: ((request: Request) => Response) | undefined;
let requests: Request[];
let listCached: () => Promise<string[]>;
let messages: WorkerMessage[];
let work: Promise<unknown>[];

beforeEach(() => {
  listCached = fakeCaches();
  [requests, messages, work] = [[], [], []];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    if (!network) throw new TypeError('Failed to fetch');
    return network(request);
  };
});

const page = (body: string, cacheControl = 'no-cache') =>
  new Response(body, { headers: { 'content-type': 'text/html', 'cache-control': cacheControl, vary: 'cookie' } });
const contextOf = (path: string, init: RequestInit = {}) => ({
  request: new Request(SHOP + path, init),
  preload: Promise.resolve(undefined),
  waitUntil: (done: Promise<unknown>) => void work.push(done),
  send: async (message: WorkerMessage) => void messages.push(message),
});
/** Opens a page and waits for the worker's background work. */
async function open(path: string, init?: RequestInit): Promise<string> {
  const response = await respondToPage(contextOf(path, init));
  while (work.length > 0) await work.shift();
  return response.text();
}

describe('a public page', () => {
  test('comes from the network first, then from the cache while it is revalidated', async () => {
    network = () => page(html('1.0.0', '₹ 900'));
    expect(await open('/pattu-saree')).toContain('₹ 900');
    network = () => page(html('1.0.0', '₹ 950'));
    expect(await open('/pattu-saree')).toContain('₹ 900');
    expect(messages).toEqual([]);
    expect(await open('/pattu-saree')).toContain('₹ 950');
  });

  test('comes from the network on a reload', async () => {
    network = () => page(html('1.0.0', 'old'));
    await open('/');
    network = () => page(html('1.0.0', 'new'));
    expect(await open('/', { cache: 'no-cache' })).toContain('new');
  });

  test('that was cached days ago comes from the network, and from the cache without a connection', async () => {
    network = () =>
      new Response(html('1.0.0', 'last week'), {
        headers: { date: new Date(Date.now() - 4 * 24 * 60 * 60 * 1_000).toUTCString() },
      });
    await open('/');
    network = undefined;
    expect(await open('/')).toContain('last week');
    network = () => page(html('1.0.0', 'today'));
    expect(await open('/')).toContain('today');
  });

  test('opens without a connection, with a message; one that is not cached shows the offline page', async () => {
    network = () => page(html());
    await open('/pattu-saree');
    network = undefined;
    expect(await open('/pattu-saree')).toBe(html());
    expect(messages).toEqual(['offline']);
    expect(await open('/pattu-saree', { cache: 'reload' })).toBe(html());
    expect(await open('/kidswear')).toContain('You are offline');
  });

  test('is deleted when it no longer exists', async () => {
    network = () => page(html());
    await open('/product/a');
    await open('/');
    network = () => new Response('gone', { status: 404 });
    await open('/product/a');
    expect(messages).toEqual(['new-release']);
    expect(await listCached()).toEqual(['/']);
  });
});

describe('a release', () => {
  const file = (release: string) => `/remotes/mf-catalog/${release}/routes.0000000002.js`;
  beforeEach(async () => {
    network = () => page(html('1.0.0'));
    await open('/');
    await open('/pattu-saree');
    network = () => new Response('script');
    for (const path of [file('1.0.0'), file('1.1.0'), '/main.0000000001.js', '/main.0000000002.js'])
      await respondToFile(contextOf(path));
    await Promise.all(work.splice(0));
  });

  test('of a remote is reported to the page, and deletes all pages and the files of the old one', async () => {
    network = () => page(html('1.1.0'));
    await open('/');
    expect(messages).toEqual(['new-release']);
    expect(await listCached()).toEqual(['/', file('1.1.0'), '/main.0000000001.js', '/main.0000000002.js']);
    expect(await open('/')).toBe(html('1.1.0'));
    expect(messages).toEqual(['new-release']);
  });

  test('of the shell likewise', async () => {
    network = () => page(html('1.0.0', '', 'main.0000000002.js'));
    await open('/');
    expect(messages).toEqual(['new-release']);
    expect(await listCached()).toEqual(['/', file('1.0.0'), '/main.0000000002.js']);
  });

  test('that only one visitor gets is never cached', async () => {
    network = () => page(html('1.1.0'), 'private, no-cache');
    await open('/');
    expect(messages).toEqual(['new-release']);
    expect((await listCached()).filter((path) => !path.includes('.js'))).toEqual([]);
  });

  test('that a tester selects comes from the network, and so does every page after it', async () => {
    network = () => page(html('1.1.0'), 'private, no-cache');
    expect(await open('/pattu-saree?mf-catalog=1.1.0')).toBe(html('1.1.0'));
    expect(await open('/pattu-saree')).toBe(html('1.1.0'));
  });
});

test.each(['/cart', '/user/orders', '/design', '/nowhere'])(
  '%s is never cached, whatever its headers',
  async (path) => {
    network = () => page(html('1.0.0', 'private'), 'public, max-age=60');
    await open(path);
    expect(await listCached()).toEqual([]);
    network = undefined;
    expect(await open(path)).toContain('You are offline');
  },
);

test('the page of a new release is cached without a new worker', async () => {
  network = () => page(html());
  await open('/gifts');
  expect(await listCached()).toEqual([]);
  network = () => page(html('1.1.0', '', undefined, [{ path: '/gifts', title: 'Gifts', prerender: true }]));
  await open('/gifts');
  expect(await listCached()).toEqual(['/gifts']);
});

describe('public reads', () => {
  const read = async () => {
    const response = await respondToRead(
      contextOf('/api/products/getAll', { headers: { authorization: 'Bearer mine' }, credentials: 'include' }),
    );
    await Promise.all(work.splice(0));
    return response.text();
  };

  test('are always fetched without credentials, and cached for use without a connection', async () => {
    network = () => new Response('one');
    expect(await read()).toBe('one');
    network = () => new Response('two');
    expect(await read()).toBe('two');
    expect(requests.map(({ credentials, headers }) => [credentials, headers.get('authorization')])).toEqual([
      ['omit', null],
      ['omit', null],
    ]);
    network = undefined;
    expect(await read()).toBe('two');
    expect(messages).toEqual(['offline']);
  });

  test('fail as without a worker when nothing is cached, and errors are not cached', async () => {
    network = () => new Response('{"code":"UNAVAILABLE"}', { status: 503 });
    expect(await read()).toContain('UNAVAILABLE');
    network = undefined;
    await expect(read()).rejects.toThrow('Failed to fetch');
  });
});

test('a viewed page is cached with its resources, except private ones', async () => {
  network = ({ url }) => (url.includes('/api/') ? new Response('{}') : page(html()));
  await cacheViewedPage(SHOP, {
    page: '/pattu-saree',
    resources: [
      '/main.0000000001.js',
      '/api/products/getAll',
      '/api/cart/get',
      '/api/users/profile',
      '/registry.json',
    ].map((path) => SHOP + path),
  });
  await cacheViewedPage(SHOP, { page: '/user/orders', resources: [] });
  await cacheViewedPage(SHOP, { page: 'https://elsewhere.example/', resources: [] });
  expect((await listCached()).toSorted()).toEqual(['/api/products/getAll', '/main.0000000001.js', '/pattu-saree']);
});

test('a cache keeps its newest entries within its bounds', async () => {
  for (let number = 0; number < 45; number += 1)
    await boundedCaches.page.store(`${SHOP}/search?q=${number}`, page('x'));
  await boundedCaches.page.trim();
  const cached = await listCached();
  expect([cached.length, cached.at(0), cached.at(-1)]).toEqual([40, '/search?q=5', '/search?q=44']);
  await boundedCaches.picture.store(
    `${SHOP}/media/large`,
    new Response('', { headers: { 'content-length': '19000000' } }),
  );
  await boundedCaches.picture.store(
    `${SHOP}/media/small`,
    new Response('', { headers: { 'content-length': '2000000' } }),
  );
  await boundedCaches.picture.trim();
  expect((await listCached()).filter((path) => path.startsWith('/media'))).toEqual(['/media/small']);
});
