import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellApp } from './app.js';
import { RegistryReader } from './registry.js';

const entry = '/remotes/mf-catalog/remoteEntry.0123456789.js';
let host: Server;
let address: string;
let clock = 0;

beforeEach(async () => {
  host = createServer((_request, response) =>
    response.end(JSON.stringify({ name: 'mf_catalog', version: '1', entry })),
  );
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(() => host.close());

function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><script type="application/json" id="registry">{}</script></head></html>',
  );
  writeFileSync(join(folder, 'main.0123456789.js'), '1');
  return folder;
}

test('a remote that goes down keeps its last good entry in the registry', async () => {
  const reader = new RegistryReader({ mf_catalog: address }, () => clock);
  expect((await reader.fresh()).mf_catalog).toMatchObject({ version: '1', entry });
  host.closeAllConnections();
  host.close();
  clock += 60_000;
  expect((await reader.fresh()).mf_catalog?.entry).toBe(entry);
});

test('a remote that was never there is left out, and comes in once it is', async () => {
  const reader = new RegistryReader({ mf_catalog: address, mf_admin: 'http://127.0.0.1:9' }, () => clock);
  expect(Object.keys(await reader.fresh())).toEqual(['mf_catalog']);
});

test('a page carries the registry and asks ahead for its remote', async () => {
  const app = await shellApp(builtPage(), new RegistryReader({ mf_catalog: address }));
  const page = await app.inject('/pattu-saree');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`"entry":"${entry}"`);
  expect(page.body).toContain(`<link rel="prefetch" as="script" href="${entry}"`);
  expect((await app.inject('/')).body).not.toContain('prefetch');
});

describe('a visitor', () => {
  const newer = '/remotes/mf-catalog/2/remoteEntry.0123456789.js';
  const withReleases = async (canary?: object) => {
    host
      .removeAllListeners('request')
      .on('request', (_request, response) =>
        response.end(
          JSON.stringify({ version: '1', entry, versions: { 1: entry, 2: newer }, ...(canary ? { canary } : {}) }),
        ),
      );
    return shellApp(builtPage(), new RegistryReader({ mf_catalog: address }), { publicUrl: 'https://shop.example' });
  };

  test('who meets a canary gets a number that keeps them with it, and an answer that is theirs alone', async () => {
    const app = await withReleases({ version: '2', entry: newer, share: 99.999 });
    const first = await app.inject('/pattu-saree');
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/^release-visitor=[0-9a-f]{16}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie' });
    expect(first.body).toContain(`<link rel="prefetch" as="script" href="${newer}"`);
    const again = await app.inject({ url: '/registry.json', headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect([again.headers['set-cookie'], again.json()]).toEqual([
      undefined,
      { remotes: { mf_catalog: { version: '2', entry: newer } } },
    ]);
  });

  test('a tester asks for a release by the page’s address and keeps it', async () => {
    const app = await withReleases();
    const asked = await app.inject('/pattu-saree?mf-catalog=2');
    expect([String(asked.headers['set-cookie']), asked.body.includes(newer)]).toEqual([
      'release-mf-catalog=2; Path=/; HttpOnly; SameSite=Lax; Secure',
      true,
    ]);
    const kept = await app.inject({ url: '/registry.json', headers: { cookie: 'a=1; release-mf-catalog=2' } });
    expect([kept.json(), kept.headers['cache-control']]).toEqual([
      { remotes: { mf_catalog: { version: '2', entry: newer } } },
      'private, no-cache',
    ]);
    const plain = await app.inject('/pattu-saree');
    expect([plain.headers['set-cookie'], plain.headers['cache-control'], plain.body.includes(newer)]).toEqual([
      undefined,
      'no-cache',
      false,
    ]);
  });
});

test('unknown pages are 404 with the page, unknown files 404 without, hashed files are immutable', async () => {
  const app = await shellApp(builtPage(), new RegistryReader({}));
  const nowhere = await app.inject('/nowhere');
  expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await app.inject('/main.ffffffffff.js')).headers['content-type']).toMatch('text/plain');
  expect((await app.inject('/main.0123456789.js')).headers['cache-control']).toContain('immutable');
});

describe('what search engines and previews see', () => {
  const id = '65a1b2c3d4e5f60718293a4b';
  const saree = {
    _id: id,
    name: 'Temple "border" <pattu>',
    description: 'Pure silk.',
    updatedAt: '2026-01-15T09:30:00.000Z',
    images: [{ public_id: 'a', url: '/media/rangavalli/image/upload/rangavalli/a' }],
  };
  let api: Server;
  let asked: string[] = [];
  const shop = async (design = false) => {
    const folder = mkdtempSync(join(tmpdir(), 'shell-'));
    writeFileSync(join(folder, 'index.html'), '<html><head><title>x</title></head></html>');
    const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
    return shellApp(folder, new RegistryReader({}), { publicUrl: 'https://shop.example', apiUrl, design });
  };

  beforeEach(async () => {
    asked = [];
    api = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url.includes('getOne')) return void response.end(JSON.stringify({ success: true, product: saree }));
      const page = Number(new URL(url, 'http://api').searchParams.get('page'));
      return void response.end(
        JSON.stringify({ success: true, products: page > 103 ? [saree] : [saree, saree], total: 10_301 }),
      );
    });
    await new Promise<void>((resolve) => {
      api.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(() => api.close());

  test('each page has its title, its one address and a description in its HTML', async () => {
    const { body } = await (await shop()).inject('/pattu-saree/');
    expect(body).toContain('<title>Pattu Sarees · Rangavalli</title>');
    expect(body).toContain('<link rel="canonical" href="https://shop.example/pattu-saree">');
    expect(body).toMatch(/<meta name="description" content="[^"]+">/);
    expect(body).toContain('<meta property="og:image" content="https://shop.example/media/');
    expect((await (await shop()).inject('/cart')).body).toContain('<meta name="robots" content="noindex">');
  });

  test('a product’s page has the product’s name and picture, with nothing that could break out of the HTML', async () => {
    const { body } = await (await shop()).inject(`/product/${id}`);
    expect(body).toContain('<title>Temple &quot;border&quot; &lt;pattu&gt; · Rangavalli</title>');
    expect(body).toContain('<meta property="og:type" content="product">');
    expect(body).toContain(
      'content="https://shop.example/media/rangavalli/image/upload/f_jpg,q_auto,w_1200/rangavalli/a"',
    );
  });

  test('the sitemap names its parts, and each is read page by page', async () => {
    const app = await shop();
    const { body, headers } = await app.inject('/sitemap.xml');
    expect(headers['content-type']).toContain('xml');
    const parts = [...body.matchAll(/<loc>https:\/\/shop\.example([^<]+)<\/loc>/g)].map(([, path]) => path ?? '');
    expect(parts).toEqual(['/sitemap-pages.xml', '/sitemap-products-1.xml', '/sitemap-products-2.xml']);
    expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://shop.example/sitemap.xml');
    const pages = (await app.inject('/sitemap-pages.xml')).body;
    expect(pages).toContain('<loc>https://shop.example/trending</loc>');
    expect(pages).not.toMatch(/cart|admin|login/);
    asked = [];
    const second = await app.inject('/sitemap-products-2.xml');
    expect(
      second.body.match(new RegExp(`<loc>https://shop.example/product/${id}</loc><lastmod>2026-01-15</lastmod>`, 'g')),
    ).toHaveLength(7);
    expect(asked).toEqual(['101', '102', '103', '104'].map((page) => `/api/products/getAll?limit=100&page=${page}`));
    expect([
      (await app.inject('/sitemap-products-0.xml')).statusCode,
      (await app.inject('/sitemap-products-x.xml')).statusCode,
    ]).toEqual([404, 404]);
  });

  test('a catalog that is down costs nothing but the product’s head', async () => {
    const app = await shop();
    api.close();
    const { statusCode, body } = await app.inject(`/product/${id}`);
    expect([statusCode, body.includes('<title>Product · Rangavalli</title>')]).toEqual([200, true]);
  });

  test('manifest and icon are there, and /design only where it is wanted', async () => {
    const app = await shop();
    expect((await app.inject('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Rangavalli',
      icons: [{ src: '/icon.svg' }],
    });
    expect((await app.inject('/icon.svg')).headers['content-type']).toContain('svg');
    expect((await app.inject('/design')).statusCode).toBe(404);
    const open = await (await shop(true)).inject('/design');
    expect([open.statusCode, open.body.includes('<meta name="design" content="open">')]).toEqual([200, true]);
  });
});

describe('the service worker', () => {
  const served = async (worker: boolean) => {
    const client = builtPage();
    writeFileSync(join(client, 'sw.js'), 'the worker');
    return (await shellApp(client, new RegistryReader({}), { worker })).inject('/sw.js');
  };

  test('is asked for anew each time', async () => {
    const { statusCode, headers, body } = await served(true);
    expect([statusCode, headers['cache-control'], headers['content-type'], body]).toEqual([
      200,
      'no-cache',
      expect.stringContaining('javascript'),
      'the worker',
    ]);
  });

  test('that is switched off lets go of all that it kept, and of itself', async () => {
    const { body } = await served(false);
    expect(body).toContain('caches.delete');
    expect(body).toContain('registration.unregister()');
  });

  test('is not there where none was built', async () => {
    expect((await (await shellApp(builtPage(), new RegistryReader({}))).inject('/sw.js')).statusCode).toBe(404);
  });
});
