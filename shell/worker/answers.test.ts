import type { WorkerSays } from '../src/seen/messages.js';
import { answerFile, answerPage, answerOwnPage, answerRead, shelves } from './answers.js';
import { keepSeen } from './seen.js';
import { fakeCaches } from './testing/fake-caches.js';

const SHOP = 'https://shop.example';
const html = (release = '1.0.0', words = '', main = 'main.0000000001.js') =>
  `<script type="application/json" id="registry">{"remotes":{"mf_catalog":{"version":"${release}","entry":"/remotes/mf-catalog/${release}/remoteEntry.0000000001.js"}}}</script><script defer src="/${main}"></script>${words}`;

/** What the network answers; `undefined`: there is none. */
let network: ((request: Request) => Response) | undefined;
let asked: Request[];
let kept: () => Promise<string[]>;
let said: WorkerSays[];
let work: Promise<unknown>[];

beforeEach(() => {
  kept = fakeCaches();
  [asked, said, work] = [[], [], []];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    if (!network) throw new TypeError('Failed to fetch');
    return network(request);
  };
});

const page = (body: string, cache = 'no-cache') =>
  new Response(body, { headers: { 'content-type': 'text/html', 'cache-control': cache, vary: 'cookie' } });
const asking = (path: string, init: RequestInit = {}) => ({
  request: new Request(SHOP + path, init),
  preload: Promise.resolve(undefined),
  until: (done: Promise<unknown>) => void work.push(done),
  say: async (what: WorkerSays) => void said.push(what),
});
/** Opens a page and waits for what is done behind it. */
async function open(path: string, init?: RequestInit): Promise<string> {
  const answer = await answerPage(asking(path, init));
  while (work.length > 0) await work.shift();
  return answer.text();
}

describe('a public page', () => {
  test('comes from the network first, and then as it was kept, with what is new behind it', async () => {
    network = () => page(html('1.0.0', '₹ 900'));
    expect(await open('/pattu-saree')).toContain('₹ 900');
    network = () => page(html('1.0.0', '₹ 950'));
    expect(await open('/pattu-saree')).toContain('₹ 900');
    expect(said).toEqual([]);
    expect(await open('/pattu-saree')).toContain('₹ 950');
  });

  test('is the network’s for whoever reloads', async () => {
    network = () => page(html('1.0.0', 'old'));
    await open('/');
    network = () => page(html('1.0.0', 'new'));
    expect(await open('/', { cache: 'no-cache' })).toContain('new');
  });

  test('that was kept days ago is asked for first, and is still there without a connection', async () => {
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

  test('is there without a connection, and says so; one that was never seen says that it was not', async () => {
    network = () => page(html());
    await open('/pattu-saree');
    network = undefined;
    expect(await open('/pattu-saree')).toBe(html());
    expect(said).toEqual(['unreachable']);
    expect(await open('/pattu-saree', { cache: 'reload' })).toBe(html());
    expect(await open('/kidswear')).toContain('You are offline');
  });

  test('goes when it is no more', async () => {
    network = () => page(html());
    await open('/product/a');
    await open('/');
    network = () => new Response('gone', { status: 404 });
    await open('/product/a');
    expect(said).toEqual(['another-release']);
    expect(await kept()).toEqual(['/']);
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
      await answerFile(asking(path));
    await Promise.all(work.splice(0));
  });

  test('of a remote is told to the page at once, and takes all pages and its files of the one before away', async () => {
    network = () => page(html('1.1.0'));
    await open('/');
    expect(said).toEqual(['another-release']);
    expect(await kept()).toEqual(['/', file('1.1.0'), '/main.0000000001.js', '/main.0000000002.js']);
    expect(await open('/')).toBe(html('1.1.0'));
    expect(said).toEqual(['another-release']);
  });

  test('of the shell too', async () => {
    network = () => page(html('1.0.0', '', 'main.0000000002.js'));
    await open('/');
    expect(said).toEqual(['another-release']);
    expect(await kept()).toEqual(['/', file('1.0.0'), '/main.0000000002.js']);
  });

  test('that is one visitor’s alone is never kept', async () => {
    network = () => page(html('1.1.0'), 'private, no-cache');
    await open('/');
    expect(said).toEqual(['another-release']);
    expect((await kept()).filter((path) => !path.includes('.js'))).toEqual([]);
  });

  test('that a tester asks for comes from the network, and so does every page after it', async () => {
    network = () => page(html('1.1.0'), 'private, no-cache');
    expect(await open('/pattu-saree?mf-catalog=1.1.0')).toBe(html('1.1.0'));
    expect(await open('/pattu-saree')).toBe(html('1.1.0'));
  });
});

test('a page of somebody’s own is never kept, whatever its headers say', async () => {
  network = () => page(html('1.0.0', 'my cart'), 'public, max-age=60');
  await (await answerOwnPage(asking('/cart'))).text();
  expect(await kept()).toEqual([]);
  network = undefined;
  expect(await (await answerOwnPage(asking('/cart'))).text()).toContain('You are offline');
});

describe('products', () => {
  const read = async () => {
    const answer = await answerRead(
      asking('/api/products/getAll', { headers: { authorization: 'Bearer mine' }, credentials: 'include' }),
    );
    await Promise.all(work.splice(0));
    return answer.text();
  };

  test('are asked for as nobody in particular, always, and kept for when there is no connection', async () => {
    network = () => new Response('one');
    expect(await read()).toBe('one');
    network = () => new Response('two');
    expect(await read()).toBe('two');
    expect(asked.map(({ credentials, headers }) => [credentials, headers.get('authorization')])).toEqual([
      ['omit', null],
      ['omit', null],
    ]);
    network = undefined;
    expect(await read()).toBe('two');
    expect(said).toEqual(['unreachable']);
  });

  test('fail as without a worker where nothing is kept, and a refusal is no answer to keep', async () => {
    network = () => new Response('{"code":"UNAVAILABLE"}', { status: 503 });
    expect(await read()).toContain('UNAVAILABLE');
    network = undefined;
    await expect(read()).rejects.toThrow('Failed to fetch');
  });
});

test('what a page tells that it has shown is kept, but for what is somebody’s own', async () => {
  network = ({ url }) => (url.includes('/api/') ? new Response('{}') : page(html()));
  await keepSeen(SHOP, {
    page: '/pattu-saree',
    needed: [
      '/main.0000000001.js',
      '/api/products/getAll',
      '/api/cart/get',
      '/api/users/profile',
      '/registry.json',
    ].map((path) => SHOP + path),
  });
  await keepSeen(SHOP, { page: '/user/orders', needed: [] });
  await keepSeen(SHOP, { page: 'https://elsewhere.example/', needed: [] });
  expect((await kept()).toSorted()).toEqual(['/api/products/getAll', '/main.0000000001.js', '/pattu-saree']);
});

test('a shelf holds so many things and no more, the newest', async () => {
  for (let number = 0; number < 45; number += 1) await shelves.page.keep(`${SHOP}/search?q=${number}`, page('x'));
  await shelves.page.tidy();
  const held = await kept();
  expect([held.length, held.at(0), held.at(-1)]).toEqual([40, '/search?q=5', '/search?q=44']);
  await shelves.picture.keep(`${SHOP}/media/large`, new Response('', { headers: { 'content-length': '19000000' } }));
  await shelves.picture.keep(`${SHOP}/media/small`, new Response('', { headers: { 'content-length': '2000000' } }));
  await shelves.picture.tidy();
  expect((await kept()).filter((path) => path.startsWith('/media'))).toEqual(['/media/small']);
});
