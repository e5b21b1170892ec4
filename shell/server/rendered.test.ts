import { hash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { SHELL_KEY_HEADER } from '@rangavalli/contracts/shell-key';
import { shellApp } from './app.js';
import { RegistryReader } from './releases/registry-reader.js';
import { execFileSync } from 'node:child_process';

const ROOT = join(import.meta.dirname, '../../..');

const BUILD = `
import { rspack } from '@rspack/core';
import { hostServerBuild, remoteServerBuild } from '@rangavalli/build-kit/build/server';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
const [root, folder] = process.argv.slice(1);
const remoteBuild = (slice) =>
  remoteServerBuild(workspaceAt(root + '/' + slice), './src/routes.tsx', folder + '/' + slice);
rspack([
  hostServerBuild(workspaceAt(root + '/shell'), folder),
  remoteBuild('mf-catalog'),
  remoteBuild('mf-checkout'),
]).run((error, stats) => {
  if (error || stats.hasErrors()) { console.error(error ?? stats.toString('errors-only')); process.exit(1); }
});`;

function buildPages() {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, ROOT, folder], {
    cwd: join(ROOT, 'packages/build-kit'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bundleOf = (slice: string): { name: string; code: string } => {
    const name = readdirSync(join(folder, slice)).find((file) => file.startsWith('server.')) ?? '';
    return { name, code: readFileSync(join(folder, slice, name), 'utf8') };
  };
  return { page: join(folder, 'page.cjs'), server: bundleOf('mf-catalog'), checkout: bundleOf('mf-checkout') };
}

const id = '65f000000000000000000001';
const saree = {
  _id: id,
  name: 'Temple </script> saree',
  description: 'Pure silk.',
  price: 4999,
  category: 'saree',
  sareeType: 'pattu',
  stock: 3,
  sizes: [],
  tags: [],
  images: [{ url: '/media/rangavalli/image/upload/rangavalli/a', public_id: 'a' }],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};
const facets = {
  weave: [],
  colour: [],
  fabric: [],
  occasion: [],
  size: [],
  price: [],
  availability: { inStock: 1, outOfStock: 0 },
};

const pages = [
  ...['/pattu-saree', '/all', '/pant', '/search'].map((path) => ({
    path,
    title: 'Sarees',
    prerender: true,
    query: ['q', 'sort', 'page'],
  })),
  { path: '/product/:id', title: 'Product', prerender: true },
  { path: '/cart', title: 'Cart', hidden: true },
];
const { page, server, checkout } = buildPages();
/** Files of the remote's host: the real server bundle, or a broken one. */
const files: Record<string, string> = {};
let respond: (path: string, response: ServerResponse) => void;
let requests: string[] = [];
const KEY = 'the key of the shell in this test';
/** That came with the requests. */
const keys = new Set<unknown>();
let servers: Server[] = [];

const listen = async (listener: Server): Promise<string> => {
  servers.push(listener);
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
};

/** Responds with an ETag of the content, as the gateway does. */
function send(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  const etag = `W/"${body.length}-${body.includes('stock":0')}"`;
  if (response.req.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  response.writeHead(200, { etag }).end(body);
}

const releaseOf = (version: string, bundle: string) => ({
  entry: `/remotes/mf-catalog/${version}/remoteEntry.js`,
  pages,
  rendering: { server: bundle, scripts: ['routes.js'], styles: ['routes.css'] },
});

/** The release of mf-checkout, with its fragment. */
const checkoutRelease = (bundle = checkout.name) => ({
  version: '7',
  entry: '/remotes/mf-checkout/7/remoteEntry.js',
  rendering: {
    server: bundle,
    scripts: [],
    styles: [],
    fragments: { AddToCart: { scripts: ['AddToCart.js'], styles: ['AddToCart.css'] } },
  },
});

async function startShop(release: object = {}, ofCheckout?: object) {
  const client = mkdtempSync(join(tmpdir(), 'shell-'));
  writeFileSync(
    join(client, 'index.html'),
    `<html><head><title>x</title><script type="application/json" id="registry">{}</script>
    <link href="/main.css" rel="stylesheet"></head><body><div id="root"></div></body></html>`,
  );
  writeFileSync(join(client, 'main.css'), '.shell{color:red}');
  const versions = { 1: releaseOf('1', server.name), 2: releaseOf('2', 'broken.cjs') };
  const manifest = { version: '1', ...versions[1], versions, ...release };
  const host = await listen(
    createServer(({ url = '' }, response) => {
      if (url.endsWith('mf-checkout/release.json')) return void response.end(JSON.stringify(ofCheckout ?? {}));
      if (url.endsWith('/release.json')) return void response.end(JSON.stringify(manifest));
      const file = files[url.split('/').at(-1) ?? ''];
      return void (file === undefined ? response.writeHead(404).end() : response.end(file));
    }),
  );
  const api = await listen(
    createServer(({ url = '', headers }, response) => {
      keys.add(headers[SHELL_KEY_HEADER]);
      requests.push(url.replace('/api', ''));
      respond(url.replace('/api', ''), response);
    }),
  );
  return shellApp(client, new RegistryReader({ mf_catalog: host, ...(ofCheckout ? { mf_checkout: host } : {}) }), {
    publicUrl: 'https://shop.example',
    api: { url: `${api}/api`, key: KEY },
    pageModule: page,
  });
}

beforeEach(() => {
  requests = [];
  servers = [];
  Object.assign(files, {
    [server.name]: server.code,
    'routes.css': '.cloth{background:url(weave.svg)}',
    'broken.cjs': 'throw new Error("broken")',
    [checkout.name]: checkout.code,
    'AddToCart.css': '.buy{color:red}',
    'throws.cjs': 'module.exports={default(){},fragments:{AddToCart(){throw new Error("no")}}}',
  });
  respond = (path, response) =>
    send(
      response,
      path.startsWith('/products/getOne')
        ? { success: true, product: saree }
        : { success: true, products: [saree], total: 10_301, pages: 1, page: 1, facets },
    );
});
afterEach(() => {
  for (const listener of servers) {
    listener.closeAllConnections();
    listener.close();
  }
});

/** Structured data need the shop and its deliveries. */
const productRequests = [`/products/getOne/${id}`, '/shop', '/delivery/terms'];

test('a product page is rendered with its content, styles, data and head', async () => {
  const { body, statusCode, headers } = await (await startShop()).inject(`/product/${id}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(body).toContain('<div id="root" data-rendered>');
  expect(body).toContain('Temple &lt;/script&gt; saree</h1>');
  expect(body).toContain('₹4,999');
  expect(body).toContain('<title>Temple &lt;/script&gt; saree · Rangavalli</title>');
  expect(body).toContain('<meta property="og:type" content="product">');
  expect(body).toContain(
    'content="https://shop.example/media/rangavalli/image/upload/f_jpg,q_auto,w_1200/rangavalli/a"',
  );
  expect(body).toContain(
    '<style data-slice="shell">.shell{color:red}</style>' +
      '<style data-slice="mf-catalog">.cloth{background:url(/remotes/mf-catalog/1/weave.svg)}</style>',
  );
  const data = /id="page-data">([^<]*)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({
    parts: ['mf_catalog/routes', 'mf_catalog/Product'],
    results: { [`product ${id}`]: { data: saree } },
  });
  expect(requests).toEqual(productRequests);
});

describe('the buy box, a fragment of another remote,', () => {
  const productPage = async (release: object) => {
    const app = await startShop({}, release);
    const { body } = await app.inject(`/product/${id}`);
    return { app, body, parts: /"parts":\[([^\]]*)\]/.exec(body)?.[1] };
  };

  test('is in the HTML with its styles, and its scripts are prefetched', async () => {
    respond = (_path, response) => send(response, { success: true, product: { ...saree, sizes: ['S', 'M'] } });
    const { body, parts } = await productPage(checkoutRelease());
    expect(parts).toBe('"mf_catalog/routes","mf_catalog/Product","mf_checkout/AddToCart"');
    for (const text of ['>Add to Cart</button>', '>Shop Now</button>', 'value="M"', 'aria-label="One more"'])
      expect(body).toContain(text);
    expect(body).toContain('<style data-slice="mf-checkout">.buy{color:red}</style>');
    expect(body).toContain('<link rel="stylesheet" href="/remotes/mf-checkout/7/AddToCart.css">');
  });

  test('is left to the browser when it throws or cannot be loaded; the page still comes', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    // The first page is cached, and validated; the others are rendered again, with cached structured data.
    const [ofProduct] = productRequests;
    const cases = [
      ['throws.cjs', productRequests],
      ['broken.cjs', [ofProduct]],
      ['missing.cjs', [ofProduct]],
    ] as const;
    for (const [bundle, expected] of cases) {
      const { app, body, parts } = await productPage(checkoutRelease(bundle));
      expect(body).toContain('Temple &lt;/script&gt; saree</h1>');
      expect([body.includes('>Add to Cart</button>'), parts]).toEqual([
        false,
        '"mf_catalog/routes","mf_catalog/Product"',
      ]);
      requests = [];
      await app.inject(`/product/${id}`);
      expect(requests).toEqual(expected);
    }
  });
});

test('collections, search and the home page are rendered', async () => {
  const app = await startShop();
  for (const [url, text] of [
    ['/pattu-saree?sort=price-asc', 'Pattu Sarees</h1>'],
    ['/search?q=silk', '10301 products<'],
    ['/', 'Timeless Style</h1>'],
  ] as const) {
    const { body } = await app.inject(url);
    expect(body).toContain('data-rendered');
    expect(body).toContain(text);
  }
  expect(requests).toEqual([
    '/products/getAll?category=saree&sareeType=pattu&sort=price-asc&page=1',
    '/products/getAll?q=silk&sort=relevance&page=1',
  ]);
});

test('the category menu of a rendered page has the menu entries of the releases, in order', async () => {
  const entries = [
    { path: '/all', title: 'All', menu: { label: 'Everything', order: 20 } },
    { path: '/gifts', title: 'Gifts', menu: { label: 'Gifts', order: 10 } },
  ];
  const { body } = await (await startShop({ pages: entries })).inject('/');
  const links = [...body.matchAll(/<a [^>]*href="(\/all|\/gifts)"[^>]*>([^<]*)<\/a>/g)].map(([, , label]) => label);
  expect(links.slice(0, 2)).toEqual(['Gifts', 'Everything']);
});

test('a cached page is validated and not rendered again; a browser that has it gets 304', async () => {
  const app = await startShop();
  const first = await app.inject(`/product/${id}`);
  const second = await app.inject({
    url: `/product/${id}`,
    headers: { 'accept-encoding': 'br', 'if-none-match': '"other"' },
  });
  expect(second.headers).toMatchObject({ 'content-encoding': 'br', etag: first.headers.etag });
  expect(second.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie, accept-encoding' });
  expect(brotliDecompressSync(second.rawPayload).toString()).toBe(first.body);
  const ifNoneMatch = { 'if-none-match': String(first.headers.etag) };
  expect((await app.inject({ url: `/product/${id}`, headers: ifNoneMatch })).statusCode).toBe(304);
  expect(requests).toHaveLength(3 * productRequests.length);
});

test('unknown parameters, their order and empty segments make no new page', async () => {
  const app = await startShop();
  await app.inject('/pattu-saree?page=2&sort=name');
  expect(requests).toEqual(['/products/getAll?category=saree&sareeType=pattu&sort=name&page=2']);
  const urls = ['?sort=name&page=2', '?page=2&x=1&sort=name', '/?sort=name&utm_source=a&page=2&mf-catalog=none'];
  for (let index = 0; index < 20; index += 1) urls.push(`?page=2&sort=name&_=${index}`, `//?sort=name&page=2`);
  for (const rest of urls) expect((await app.inject(`/pattu-saree${rest}`)).body).toContain('data-rendered');
  // Validations of the one cached page.
  expect(new Set(requests).size).toBe(1);
});

test('the calls for a page carry the key of the shell', async () => {
  keys.clear();
  await (await startShop()).inject('/all');
  expect([...keys]).toEqual([KEY]);
});

test('a page is never older than its data', async () => {
  const app = await startShop();
  expect((await app.inject(`/product/${id}`)).body).toContain('In Stock');
  respond = (_path, response) => send(response, { success: true, product: { ...saree, stock: 0 } });
  expect((await app.inject(`/product/${id}`)).body).toContain('Out of Stock');
});

test('a product that does not exist is 404', async () => {
  respond = (_path, response) =>
    void response
      .writeHead(404)
      .end(JSON.stringify({ success: false, code: 'PRODUCT_NOT_FOUND', message: 'No such product.' }));
  const app = await startShop();
  for (const url of [`/product/${id}`, '/product/none']) {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body.includes('This product is no longer available.'), body.includes('noindex')]).toEqual([
      404,
      true,
      true,
    ]);
  }
});

test('the sitemap has the entries that the remote’s server bundle lists, in files of 10,000', async () => {
  const app = await startShop();
  const index = (await app.inject('/sitemap.xml')).body;
  const names = [...index.matchAll(/<loc>https:\/\/shop\.example\/sitemap-([^<]+)\.xml<\/loc>/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['pages', 'mf-catalog-1', 'mf-catalog-2']);
  requests = [];
  const { body } = await app.inject('/sitemap-mf-catalog-2.xml');
  expect(body).toContain(`<url><loc>https://shop.example/product/${id}</loc><lastmod>2026-01-15</lastmod></url>`);
  expect(requests).toHaveLength(4);
  for (const [position, number] of [101, 102, 103, 104].entries())
    expect(requests[position]).toContain(`page=${number}`);
  expect((await app.inject('/sitemap-mf-catalog-0.xml')).statusCode).toBe(404);
  respond = (_path, response) => void response.writeHead(503).end('{}');
  expect((await app.inject('/sitemap-mf-catalog-1.xml')).statusCode).toBe(503);
  const incomplete = await app.inject('/sitemap.xml');
  expect([incomplete.statusCode, incomplete.headers['cache-control']]).toEqual([200, 'no-store']);
});

describe('the browser renders the page', () => {
  const expectUnrendered = async (url: string): Promise<void> => {
    const { statusCode, body } = await (await startShop()).inject(url);
    expect([statusCode, body.includes('<div id="root"></div>'), body.includes('"mf_catalog"')]).toEqual([
      200,
      true,
      true,
    ]);
  };
  beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue());

  test('when the selected release is broken', () => expectUnrendered(`/product/${id}?mf-catalog=2`));
  test('when its server bundle is not the one that was released', async () => {
    const integrity = { [server.name]: `sha384-${hash('sha384', server.code, 'base64')}` };
    const app = await startShop({ integrity });
    files['routes.css'] = '';
    expect((await app.inject(`/product/${id}`)).body).toContain('<div id="root"></div>');
    files[server.name] = `${server.code};globalThis.stolen = true;`;
    expect((await (await startShop({ integrity })).inject(`/product/${id}`)).body).toContain('<div id="root"></div>');
    expect(globalThis).not.toHaveProperty('stolen');
  });
  test('when its server bundle is missing', async () => {
    delete files[server.name];
    await expectUnrendered(`/product/${id}`);
  });
  test('when the bundle requires a module that is not shared', async () => {
    files[server.name] = 'require("node:fs")';
    await expectUnrendered(`/product/${id}`);
  });
  test('when a component throws', async () => {
    files[server.name] = 'module.exports = { default() { throw new Error("no") } }';
    await expectUnrendered(`/product/${id}`);
  });
  test('when the API is slow, or fails', async () => {
    respond = () => undefined;
    await expectUnrendered('/all');
    respond = (_path, response) => void response.writeHead(503).end('{}');
    await expectUnrendered('/pant');
  });
  test('when the release has no server bundle', async () => {
    const { body } = await (await startShop({ rendering: undefined })).inject(`/product/${id}`);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain('<title>Product · Rangavalli</title>');
  });
  test('when it is not prerendered', () => expectUnrendered('/cart'));
  test('when its URL is longer than those of links', () => expectUnrendered(`/all?x=${'x'.repeat(600)}`));
});
