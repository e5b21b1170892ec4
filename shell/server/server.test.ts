import { generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShopPages } from '@rangavalli/contracts/entities/browser-report';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { PAGE_ZONE_HEADER } from '@rangavalli/contracts/page-zone';
import type { PageDefinition } from '@rangavalli/contracts/pages';
import { isReservedPath } from '@rangavalli/contracts/reserved-paths';
import { listPages } from '../src/pages/pages.js';
import { shellApp } from './app.js';
import { readConfig } from './config.js';
import { RegistryReader } from './releases/registry-reader.js';
import { releaseKeys, ReleaseVerifier } from './releases/release-signature.js';
import { toRegistry } from './releases/visitor.js';

const entryOf = (version: string): string => `/remotes/mf-catalog/${version}/remoteEntry.0123456789.js`;
const entry = entryOf('1');
const collection: PageDefinition = {
  path: '/pattu-saree',
  title: 'Pattu Sarees',
  description: 'Pattu sarees in pure silk.',
  prerender: true,
  menu: { label: 'Pattu', order: 20 },
  sitemap: true,
};
const product: PageDefinition = { path: '/product/:id', title: 'Product', prerender: true };
const search: PageDefinition = { path: '/search', title: 'Search', hidden: true, prerender: true };
const pages = [collection, product, search];

let host: Server;
let address: string;
let manifest: object;
let clock = 0;

beforeEach(async () => {
  manifest = { name: 'mf_catalog', version: '1', entry, pages };
  host = createServer((_request, response) => response.end(JSON.stringify(manifest)));
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(() => host.close());

function buildClient(hash = '0123456789'): string {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><title>x</title><script type="application/json" id="registry">{}</script></head></html>',
  );
  writeFileSync(join(folder, `main.${hash}.js`), '1');
  return folder;
}
const reader = () => new RegistryReader({ mf_catalog: address }, undefined, () => clock);
const startShop = (options: Parameters<typeof shellApp>[2] = {}) =>
  shellApp(buildClient(), reader(), { publicUrl: 'https://shop.example', ...options });

describe('the registry', () => {
  test('keeps the last release of a host that is down', async () => {
    const registry = reader();
    expect((await registry.refresh()).mf_catalog).toMatchObject({ version: '1', entry });
    host.closeAllConnections();
    host.close();
    clock += 60_000;
    expect((await registry.refresh()).mf_catalog?.entry).toBe(entry);
  });

  test('omits a host that was never up', async () => {
    const registry = new RegistryReader({ mf_catalog: address, mf_admin: 'http://127.0.0.1:9' });
    expect(Object.keys(await registry.refresh())).toEqual(['mf_catalog']);
  });

  test('has what browsers need of each page, and is embedded in every page', async () => {
    const app = await startShop();
    const registry = {
      remotes: {
        mf_catalog: {
          version: '1',
          entry,
          pages: [
            { path: '/pattu-saree', title: 'Pattu Sarees', prerender: true, menu: { label: 'Pattu', order: 20 } },
            { path: '/product/:id', title: 'Product', prerender: true },
            { path: '/search', title: 'Search', hidden: true, prerender: true },
          ],
        },
      },
    };
    expect((await app.inject('/registry.json')).json()).toEqual(registry);
    for (const path of ['/', '/nowhere']) {
      const { body } = await app.inject(path);
      expect(JSON.parse(/id="registry">([^<]*)</.exec(body)?.[1] ?? '')).toEqual(registry);
    }
  });
});

describe('a release that this shell cannot read', () => {
  const broken = { entry: entryOf('2'), pages: [{ path: 'no-slash', title: 'x' }] };
  const live = (version: string) => ({ version, entry: entryOf(version), pages });
  let logged: jest.SpyInstance;
  beforeEach(() => (logged = jest.spyOn(console, 'error').mockReturnValue()));
  afterEach(() => logged.mockRestore());
  const isSkipped = 'mf-catalog 2 is skipped: pages.0.path must be a path such as /product/:id or /user/*';

  test('is skipped and logged once, and blocks no other release', async () => {
    const registry = reader();
    manifest = {
      ...live('3'),
      versions: { 1: live('1'), 2: broken, 3: live('3') },
      canary: { version: '2', share: 9 },
    };
    for (let i = 0; i < 3; i++) {
      const { mf_catalog: current } = await registry.refresh();
      expect([current?.version, current?.canary, Object.keys(current?.versions ?? {})]).toEqual([
        '3',
        undefined,
        ['1', '3'],
      ]);
    }
    expect(logged.mock.calls).toEqual([[isSkipped]]);
  });

  test('leaves the last one in use, until another one is live', async () => {
    const registry = reader();
    await registry.refresh();
    manifest = { ...broken, version: '2', versions: { 0: live('0'), 1: live('1'), 2: broken }, previous: ['0', '1'] };
    for (let i = 0; i < 3; i++) expect((await registry.refresh()).mf_catalog).toMatchObject(live('1'));
    expect(logged.mock.calls).toEqual([[isSkipped], ['mf-catalog 2 is live but unusable; in use: 1']]);
    manifest = { ...live('3'), versions: { 2: broken, 3: live('3') }, previous: ['2', '1'] };
    expect((await registry.refresh()).mf_catalog?.version).toBe('3');
  });

  test('is replaced at a start by the newest one that was live', async () => {
    const versions = { 0: live('0'), 1: live('1'), 2: broken, 3: broken, 4: live('4') };
    manifest = { ...broken, version: '3', versions, previous: ['2', '1', '0'] };
    expect((await reader().refresh()).mf_catalog?.version).toBe('1');
    manifest = { ...broken, version: '3', versions };
    expect((await reader().refresh()).mf_catalog).toBeUndefined();
    expect(logged).toHaveBeenLastCalledWith('mf-catalog 3 is live but unusable; in use: none');
  });

  test('in a zone, layout or menu only is used without it', async () => {
    const unknown = { zone: 'vault', layout: 'wide', menu: { icon: 'gift' } };
    manifest = { ...live('2'), pages: [...pages, { path: '/gifts', title: 'Gifts', ...unknown }] };
    const app = await startShop();
    const { statusCode, body, headers } = await app.inject('/gifts');
    expect([statusCode, headers[PAGE_ZONE_HEADER]]).toEqual([200, 'public']);
    expect(body).toContain('{"path":"/gifts","title":"Gifts"}');
    expect(logged).not.toHaveBeenCalled();
  });
});

test('remotes are in a fixed order, whichever host responds first', () => {
  const releaseWith = (title: string) => ({ version: '1', entry, pages: [{ path: '/gifts', title }] });
  const [one, other] = [releaseWith('One'), releaseWith('Other')];
  for (const releases of [
    { mf_admin: one, mf_catalog: other },
    { mf_catalog: other, mf_admin: one },
  ]) {
    expect(matchPage(listPages(releases), '/gifts')?.title).toBe('One');
    expect(Object.keys(toRegistry(releases).remotes)).toEqual(['mf_admin', 'mf_catalog']);
  }
});

test('the gateway can read which pages and releases browsers may report about', async () => {
  const canary = { entry: entryOf('2'), pages: [{ path: '/new', title: 'New' }] };
  const old = { entry: entryOf('0'), pages: [{ path: '/old', title: 'Old' }] };
  manifest = { version: '1', entry, pages, canary: { version: '2', share: 10 }, versions: { 0: old, 2: canary } };
  const body = (await (await startShop({ version: '3.0.0' })).inject('/health/pages')).json<ShopPages>();
  expect(body.releases).toEqual({ shell: ['3.0.0'], 'mf-catalog': ['1', '2'] });
  expect(body.pages).toContainEqual({ path: '/', slice: 'shell' });
  expect(body.pages.filter(({ slice }) => slice === 'mf-catalog').map(({ path }) => path)).toEqual([
    '/pattu-saree',
    '/product/:id',
    '/search',
    '/new',
  ]);
});

describe('pages', () => {
  test('name the share of page loads that report their speed', async () => {
    const { body } = await (await startShop({ webVitalsSample: 0.25 })).inject('/about');
    expect(body).toContain('<meta name="web-vitals-sample" content="0.25">');
  });

  test('name their zone to the gateway', async () => {
    manifest = {
      version: '1',
      entry,
      pages: [...pages, { path: '/checkout', title: 'Checkout', hidden: true, zone: 'checkout' }],
    };
    const app = await startShop();
    const zones = ['/', '/pattu-saree', '/checkout', '//checkout/', '/nowhere'].map(async (url) => {
      const { headers } = await app.inject(url);
      return headers[PAGE_ZONE_HEADER];
    });
    expect(await Promise.all(zones)).toEqual(['public', 'public', 'checkout', 'checkout', 'public']);
    const { body } = await app.inject('/checkout');
    expect(body).toContain('"zone":"checkout"');
  });

  test.each(['//x.js', '///', '/pattu-saree//', '//evil.example/pattu-saree', '/pattu-saree#a.js?b'])(
    'have one address: %s is a path, not another host',
    async (url) => {
      const { statusCode, body } = await (await startShop()).inject({ url: `http://shop${url}`, method: 'GET' });
      const expected = url.includes('evil') || url.endsWith('x.js') ? 404 : 200;
      expect(statusCode).toBe(expected);
      expect(body).not.toContain('href="https://evil');
    },
  );
});

describe('a release of a remote', () => {
  const [trusted, stranger] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signedBy = ({ privateKey }: typeof trusted, content: object, header: object = {}) => {
    const input = `${encode({ alg: 'EdDSA', kid: 'k1', typ: 'release+jws', ...header })}.${encode(content)}`;
    return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
  };
  const jwks = JSON.stringify({ keys: [{ ...trusted.publicKey.export({ format: 'jwk' }), kid: 'k1' }] });
  const content = {
    slice: 'mf-catalog',
    version: '1',
    entry,
    pages,
    integrity: { 'remoteEntry.0123456789.js': 'sha384-A' },
  };
  const readSigned = async () => {
    const registry = new RegistryReader({ mf_catalog: address }, new ReleaseVerifier(releaseKeys.parse(jwks)));
    return (await registry.refresh()).mf_catalog;
  };
  const manifestWith = (signed?: string, more: object = {}) => ({
    version: '1',
    entry: '/remotes/mf-catalog/1/evil.js',
    pages: [],
    signed,
    versions: { 1: { entry: '/remotes/mf-catalog/1/evil.js', pages: [], signed } },
    ...more,
  });
  let logged: jest.SpyInstance;
  beforeEach(() => (logged = jest.spyOn(console, 'error').mockReturnValue()));
  afterEach(() => logged.mockRestore());

  test('is used with the signed content, whatever else its host serves', async () => {
    manifest = manifestWith(signedBy(trusted, content));
    expect(await readSigned()).toMatchObject({ version: '1', entry, integrity: content.integrity, pages });
  });

  test.each([
    ['no signature', () => undefined],
    ['a signature of a stranger', () => signedBy(stranger, content)],
    ['an unknown key', () => signedBy(trusted, content, { kid: 'k2' })],
    ['a signature for another purpose', () => signedBy(trusted, content, { typ: 'JWT' })],
    ['no algorithm', () => signedBy(trusted, content, { alg: 'none' })],
    [
      'a changed content',
      () => signedBy(trusted, content).replace(/\.[^.]+\./, `.${encode({ ...content, pages: [] })}.`),
    ],
    ['the signature of another remote', () => signedBy(trusted, { ...content, slice: 'mf-admin' })],
    ['the signature of another version', () => signedBy(trusted, { ...content, version: '0.9.0' })],
    ['an entry outside of its folder', () => signedBy(trusted, { ...content, entry: '/media/evil.js' })],
  ])('with %s is refused', async (_what, sign) => {
    manifest = manifestWith(sign());
    expect(await readSigned()).toBeUndefined();
  });

  test('that is refused leaves the last one in use, and can be no canary', async () => {
    const registry = new RegistryReader({ mf_catalog: address }, new ReleaseVerifier(releaseKeys.parse(jwks)));
    manifest = manifestWith(signedBy(trusted, content));
    await registry.refresh();
    manifest = { ...manifestWith(signedBy(stranger, { ...content, version: '2' })), version: '2' };
    expect((await registry.refresh()).mf_catalog?.version).toBe('1');
    const versions = {
      1: { entry, signed: signedBy(trusted, content) },
      2: { entry: entryOf('2'), signed: signedBy(stranger, { ...content, version: '2' }) },
    };
    manifest = manifestWith(signedBy(trusted, content), { versions, canary: { version: '2', share: 99 } });
    const current = (await registry.refresh()).mf_catalog;
    expect([current?.canary, Object.keys(current?.versions ?? {})]).toEqual([undefined, ['1']]);
  });

  test('with pages that this shell cannot read is skipped, as one without a signature', async () => {
    const broken = { ...content, version: '2', entry: entryOf('2'), pages: [{ path: 'no-slash', title: 'x' }] };
    const signed = signedBy(trusted, content);
    const versions = { 1: { signed }, 2: { signed: signedBy(trusted, broken) }, 3: { entry: entryOf('3'), pages } };
    manifest = manifestWith(signed, { versions });
    expect(Object.keys((await readSigned())?.versions ?? {})).toEqual(['1']);
    expect(logged.mock.calls).toEqual([
      ['mf-catalog 2 is skipped: pages.0.path must be a path such as /product/:id or /user/*'],
      ['mf-catalog 3 is skipped: it has no valid signature'],
    ]);
  });

  test('has the hash of its entry in the registry, so that browsers check it', async () => {
    manifest = { version: '1', entry, pages, integrity: content.integrity };
    const app = await startShop();
    expect((await app.inject('/registry.json')).json()).toMatchObject({
      remotes: { mf_catalog: { integrity: 'sha384-A' } },
    });
  });

  test('older than the rollback window is not selected by a link', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() - days * day).toISOString();
    const versions = {
      1: { entry, pages, at: at(400) },
      2: { entry: entryOf('2'), pages, at: at(31) },
      3: { entry: entryOf('3'), pages, at: at(29) },
    };
    manifest = { version: '1', entry, pages, at: at(400), versions };
    const app = await startShop({ rollbackWindowDays: 30 });
    const selected = async (version: string, cookie = '') => {
      const { headers, body } = await app.inject({ url: `/pattu-saree?mf-catalog=${version}`, headers: { cookie } });
      return [/remotes\/mf-catalog\/(\d)\//.exec(body)?.[1], headers['set-cookie']];
    };
    expect(await selected('2')).toEqual(['1', undefined]);
    expect((await selected('3'))[0]).toBe('3');
    expect((await selected('1'))[0]).toBe('1');
    const kept = await app.inject({ url: '/registry.json', headers: { cookie: '__Host-release-mf-catalog=2' } });
    expect(kept.json()).toMatchObject({ remotes: { mf_catalog: { version: '1' } } });
  });
});

test('production needs the keys of releases', () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit');
  });
  const error = jest.spyOn(console, 'error').mockReturnValue();
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('exit');
  expect(error).toHaveBeenCalledWith('RELEASE_PUBLIC_KEYS is undefined: is needed in production');
  expect(() => readConfig({ SHELL_API_KEY: 'short secret' })).toThrow('exit');
  expect(error).toHaveBeenLastCalledWith('SHELL_API_KEY is hidden: must have at least 32 characters');
  exit.mockRestore();
});

test('the remotes come from the environment', () => {
  const { remotes } = readConfig({
    MF_CATALOG_URL: 'http://catalog:80',
    MF_GIFT_CARDS_URL: 'http://gifts:80',
    MF_X_URL: '',
  });
  expect(remotes).toEqual({ mf_catalog: 'http://catalog:80', mf_gift_cards: 'http://gifts:80' });
});

test('a page prefetches the entry of its remote', async () => {
  const app = await startShop();
  const page = await app.inject('/pattu-saree');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`<link rel="prefetch" as="script" href="${entry}" data-remote="mf-catalog">`);
  expect((await app.inject('/')).body).not.toContain('prefetch');
});

test('a new page is served with title, menu entry and sitemap entry as soon as its remote is released', async () => {
  const app = await startShop();
  const before = await app.inject('/gifts');
  expect([before.statusCode, before.body.includes('<title>Page not found')]).toEqual([404, true]);
  const gifts = {
    path: '/gifts',
    title: 'Gifts & Hampers',
    description: 'For weddings.',
    menu: { label: 'Gifts', order: 5 },
    sitemap: true,
  };
  manifest = { version: '2', entry: entryOf('2'), pages: [...pages, gifts] };
  clock += 3_000;
  const { statusCode, body } = await app.inject('/gifts');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Gifts &amp; Hampers · Rangavalli</title>');
  expect(body).toContain('<meta name="description" content="For weddings.">');
  expect(body).toContain('"menu":{"label":"Gifts","order":5}');
  expect(body).toContain(`href="${entryOf('2')}"`);
  expect((await app.inject('/sitemap-pages.xml')).body).toContain('<loc>https://shop.example/gifts</loc>');
  // A rollback removes it.
  manifest = { version: '1', entry, pages };
  clock += 3_000;
  expect((await app.inject('/gifts')).statusCode).toBe(404);
});

describe('a visitor', () => {
  const versions = { 1: { entry, pages }, 2: { entry: entryOf('2'), pages } };

  test('of a canary gets a number that keeps them in it, and a response of their own', async () => {
    manifest = { version: '1', entry, pages, versions, canary: { version: '2', share: 99.999 } };
    const app = await startShop();
    const first = await app.inject('/pattu-saree');
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(
      /^__Host-release-visitor=[0-9a-f]{16}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie' });
    expect(first.body).toContain(`<link rel="prefetch" as="script" href="${entryOf('2')}"`);
    const again = await app.inject({ url: '/registry.json', headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.json()).toMatchObject({ remotes: { mf_catalog: { version: '2', entry: entryOf('2') } } });
  });

  test('who tests a version selects it by the page’s address and keeps it', async () => {
    manifest = { version: '1', entry, pages, versions };
    const app = await startShop();
    const selected = await app.inject('/pattu-saree?mf-catalog=2');
    expect([String(selected.headers['set-cookie']), selected.body.includes(entryOf('2'))]).toEqual([
      '__Host-release-mf-catalog=2; Path=/; HttpOnly; SameSite=Lax; Secure',
      true,
    ]);
    const stored = await app.inject({ url: '/registry.json', headers: { cookie: 'a=1; __Host-release-mf-catalog=2' } });
    expect(stored.json()).toMatchObject({ remotes: { mf_catalog: { version: '2', entry: entryOf('2') } } });
    expect(stored.headers['cache-control']).toBe('private, no-cache');
    const plain = await app.inject('/pattu-saree');
    expect([plain.headers['set-cookie'], plain.headers['cache-control'], plain.body.includes(entryOf('2'))]).toEqual([
      undefined,
      'no-cache',
      false,
    ]);
  });
});

test('a process announces its stop to the gateway', async () => {
  const stopping = new AbortController();
  const app = await startShop({ stopping: stopping.signal });
  const longPoll = app.inject('/health/stopping');
  stopping.abort();
  expect((await longPoll).json()).toEqual({ stopping: true });
});

test('hashed files of other kept releases are served, also those that are added later', async () => {
  const releaseStore = mkdtempSync(join(tmpdir(), 'releases-'));
  const app = await startShop({ releaseStore });
  const keep = (version: string, files: Record<string, string>): void => {
    const folder = join(releaseStore, 'shell', version, 'client');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  expect((await app.inject('/main.aaaaaaaaaa.js')).statusCode).toBe(404);
  keep('0.1.0', { 'main.aaaaaaaaaa.js': 'earlier', 'main.aaaaaaaaaa.js.br': 'packed', 'sw.js': 'a worker' });
  keep('0.2.0', { 'main.bbbbbbbbbb.js': 'later' });
  const earlier = await app.inject('/main.aaaaaaaaaa.js');
  expect([earlier.statusCode, earlier.body]).toEqual([200, 'earlier']);
  expect(earlier.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  const packed = await app.inject({ url: '/main.aaaaaaaaaa.js', headers: { 'accept-encoding': 'br' } });
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br']);
  expect((await app.inject('/main.bbbbbbbbbb.js?v=1')).body).toBe('later');
  for (const url of ['/sw.js', '/main.cccccccccc.js', '/0.1.0/main.aaaaaaaaaa.js', '/..%2f0.1.0%2fcontract.json'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
});

test('during a canary, the processes of both releases serve the files of each other from the shared store', async () => {
  const releaseStore = mkdtempSync(join(tmpdir(), 'releases-'));
  const builds = { '0.1.0': 'aaaaaaaaaa', '0.2.0': 'bbbbbbbbbb' };
  const apps = await Promise.all(
    Object.entries(builds).map(([version, hash]) => {
      const client = buildClient(hash);
      cpSync(client, join(releaseStore, 'shell', version, 'client'), { recursive: true });
      return shellApp(client, new RegistryReader({}), { releaseStore, version });
    }),
  );
  for (const app of apps)
    for (const hash of Object.values(builds)) {
      const { statusCode, headers } = await app.inject(`/main.${hash}.js`);
      expect([hash, statusCode, headers['cache-control']]).toEqual([hash, 200, 'public, max-age=31536000, immutable']);
    }
});

test('no page of a remote may have a path that the server itself serves', async () => {
  const app = await startShop({ hasWorker: false });
  const routes = app.printRoutes({ commonPrefix: false }).matchAll(/(\/\S*) \(GET/g);
  const paths = [...routes].map(([, path = '']) => path);
  expect(paths).toEqual(expect.arrayContaining(['/health/live', '/manifest.webmanifest', '/sw.js']));
  expect(paths.filter((path) => !isReservedPath(path))).toEqual([]);
});

test('unknown pages are 404 with the page, unknown files 404 without; hashed files are immutable', async () => {
  const app = await shellApp(buildClient(), new RegistryReader({}));
  const unknown = await app.inject('/nowhere');
  expect([unknown.statusCode, unknown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await app.inject('/pattu-saree')).statusCode).toBe(404);
  expect((await app.inject('/main.ffffffffff.js')).headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await app.inject('/main.0123456789.js')).headers['cache-control']).toContain('immutable');
});

describe('search engines and link previews', () => {
  test('get the title, canonical link and description of each page', async () => {
    const app = await startShop();
    const { body } = await app.inject('/pattu-saree/');
    expect(body).toContain('<title>Pattu Sarees · Rangavalli</title>');
    expect(body).toContain('<link rel="canonical" href="https://shop.example/pattu-saree">');
    expect(body).toContain('<meta name="description" content="Pattu sarees in pure silk.">');
    expect(body).toContain('<meta property="og:image" content="https://shop.example/media/');
    expect((await app.inject('/search')).body).toContain('<meta name="robots" content="noindex">');
    expect((await app.inject('/product/1')).body).toContain('<title>Product · Rangavalli</title>');
    expect((await app.inject('/refund/')).body).toContain('<title>Cancellation and Refund · Rangavalli</title>');
  });

  test('get a sitemap of all public pages, and robots.txt without the hidden ones', async () => {
    const app = await startShop();
    const index = await app.inject('/sitemap.xml');
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(index.body).toContain('<loc>https://shop.example/sitemap-pages.xml</loc>');
    const sitemap = (await app.inject('/sitemap-pages.xml')).body;
    for (const path of ['/', '/trending', '/pattu-saree'])
      expect(sitemap).toContain(`<loc>https://shop.example${path}</loc>`);
    expect(sitemap).not.toMatch(/search|design|product/);
    const { headers, body: robots } = await app.inject('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml');
    for (const path of ['/api', '/search']) expect(robots).toContain(`Disallow: ${path}\n`);
    expect(robots).not.toContain('pattu');
    for (const name of ['mf-catalog-1', 'mf-catalog-0', 'mf-other-1', 'x'])
      expect(await app.inject(`/sitemap-${name}.xml`)).toMatchObject({
        statusCode: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
  });
});

test('manifest and icon are served; /design only where it is enabled', async () => {
  const app = await startShop();
  expect((await app.inject('/manifest.webmanifest')).json()).toMatchObject({
    name: 'Rangavalli',
    icons: [{ src: '/icon.svg' }],
  });
  expect((await app.inject('/icon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect((await app.inject('/design')).statusCode).toBe(404);
  const open = await (await startShop({ hasDesign: true })).inject('/design');
  expect([open.statusCode, open.body.includes('<meta name="design" content="open">')]).toEqual([200, true]);
});

describe('the service worker', () => {
  const getWorker = async (hasWorker: boolean) => {
    const client = buildClient();
    writeFileSync(join(client, 'sw.js'), 'the worker');
    return (await shellApp(client, new RegistryReader({}), { hasWorker })).inject('/sw.js');
  };

  test('is revalidated each time', async () => {
    const { statusCode, headers, body } = await getWorker(true);
    expect([statusCode, headers['cache-control'], headers['content-type'], body]).toEqual([
      200,
      'no-cache',
      expect.stringContaining('javascript'),
      'the worker',
    ]);
  });

  test('that is switched off deletes its caches and unregisters itself', async () => {
    const { headers, body } = await getWorker(false);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body).toContain('caches.delete');
    expect(body).toContain('registration.unregister()');
  });

  test('is 404 where it was not built', async () => {
    expect((await (await startShop()).inject('/sw.js')).statusCode).toBe(404);
  });
});
