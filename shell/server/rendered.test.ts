import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { shellApp } from './app.js';
import { RegistryReader } from './registry.js';
import { builtPages } from './testing/built-pages.js';

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

const { page, routes } = builtPages();
/** What the remote's host has: the real routes, or something broken in their place. */
const files: Record<string, string> = {};
let answers: (path: string, response: ServerResponse) => void;
let asked: string[] = [];
let servers: Server[] = [];

const listen = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Answers with a tag that changes with what is answered, as the gateway does. */
function answer(response: ServerResponse, value: unknown, asksFor: string | undefined): void {
  const body = JSON.stringify(value);
  const etag = `W/"${body.length}-${body.includes('stock":0')}"`;
  if (asksFor === etag) return void response.writeHead(304).end();
  response.writeHead(200, { etag }).end(body);
}

async function shop({ releases = {} }: { releases?: object } = {}) {
  const client = mkdtempSync(join(tmpdir(), 'shell-'));
  writeFileSync(
    join(client, 'index.html'),
    '<html><head><title>x</title><script type="application/json" id="registry">{}</script><link href="/main.css" rel="stylesheet"></head><body><div id="root"></div></body></html>',
  );
  writeFileSync(join(client, 'main.css'), '.shell{color:red}');
  const host = await listen(
    createServer(({ url = '' }, response) => {
      if (url.endsWith('/release.json'))
        return void response.end(
          JSON.stringify({
            version: '1',
            entry: '/remotes/mf-catalog/1/remoteEntry.js',
            versions: { 1: '/remotes/mf-catalog/1/remoteEntry.js', 2: '/remotes/mf-catalog/2/remoteEntry.js' },
            pages: { 1: pageOf(routes.name), 2: pageOf('broken.cjs') },
            ...releases,
          }),
        );
      const file = files[url.split('/').at(-1) ?? ''];
      return void (file === undefined ? response.writeHead(404).end() : response.end(file));
    }),
  );
  const api = await listen(
    createServer(({ url = '', headers }, response) => {
      asked.push(url.replace('/api', ''));
      Object.assign(response, { asksFor: headers['if-none-match'] });
      answers(url.replace('/api', ''), response);
    }),
  );
  return shellApp(client, new RegistryReader({ mf_catalog: host }), {
    publicUrl: 'https://shop.example',
    apiUrl: `${api}/api`,
    pageModule: page,
  });
}
const pageOf = (server: string) => ({ server, scripts: ['routes.js'], styles: ['routes.css'] });
const given = (response: ServerResponse): string | undefined =>
  (response as ServerResponse & { asksFor?: string }).asksFor;

beforeEach(() => {
  asked = [];
  servers = [];
  Object.assign(files, {
    [routes.name]: routes.code,
    'routes.css': '.cloth{background:url(weave.svg)}',
    'broken.cjs': 'throw new Error("broken")',
  });
  answers = (path, response) =>
    answer(
      response,
      path.startsWith('/products/getOne')
        ? { success: true, product: saree }
        : { success: true, products: [saree], total: 1, pages: 1, page: 1, facets },
      given(response),
    );
});
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('a product’s page is there without a script: its content, styles, data and head', async () => {
  const { body, statusCode } = await (await shop()).inject(`/product/${id}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<div id="root" data-rendered>');
  expect(body).toContain('Temple &lt;/script&gt; saree</h1>');
  expect(body).toContain('₹4,999');
  expect(body).toContain('<title>Temple &lt;/script&gt; saree · Rangavalli</title>');
  expect(body).toContain(
    '<style data-slice="shell">.shell{color:red}</style><style data-slice="mf-catalog">.cloth{background:url(/remotes/mf-catalog/1/weave.svg)}</style>',
  );
  const data = /id="page-data">([^<]*)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({ parts: ['mf_catalog/routes'], results: { [`product ${id}`]: { data: saree } } });
  expect(asked).toEqual([`/products/getOne/${id}`]);
});

test('collections, search and the home page too', async () => {
  const app = await shop();
  for (const [url, text] of [
    ['/pattu-saree?sort=price-asc', 'Pattu Sarees</h1>'],
    ['/search?q=silk', '1 product<'],
    ['/', 'Timeless Style</h1>'],
  ] as const) {
    const { body } = await app.inject(url);
    expect(body).toContain('data-rendered');
    expect(body).toContain(text);
  }
  expect(asked).toEqual([
    '/products/getAll?category=saree&sareeType=pattu&sort=price-asc&page=1',
    '/products/getAll?q=silk&sort=newest&page=1',
  ]);
});

test('a page that nothing has happened to is not rendered again, and a browser that has it gets no bytes', async () => {
  const app = await shop();
  const first = await app.inject(`/product/${id}`);
  const second = await app.inject({
    url: `/product/${id}`,
    headers: { 'accept-encoding': 'br', 'if-none-match': '"other"' },
  });
  expect(second.headers).toMatchObject({ 'content-encoding': 'br', etag: first.headers.etag });
  expect(brotliDecompressSync(second.rawPayload).toString()).toBe(first.body);
  expect(
    (await app.inject({ url: `/product/${id}`, headers: { 'if-none-match': String(first.headers.etag) } })).statusCode,
  ).toBe(304);
  // Each time the API was asked whether the product is still the same.
  expect(asked).toHaveLength(3);
});

test('a page is never older than its data', async () => {
  const app = await shop();
  expect((await app.inject(`/product/${id}`)).body).toContain('In Stock');
  answers = (_path, response) => answer(response, { success: true, product: { ...saree, stock: 0 } }, given(response));
  expect((await app.inject(`/product/${id}`)).body).toContain('Out of Stock');
});

test('a product that is not there is answered with 404', async () => {
  answers = (_path, response) =>
    void response
      .writeHead(404)
      .end(JSON.stringify({ success: false, code: 'PRODUCT_NOT_FOUND', message: 'No such product.' }));
  const app = await shop();
  for (const url of [`/product/${id}`, '/product/none']) {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body.includes('This product is no longer available.'), body.includes('noindex')]).toEqual([
      404,
      true,
      true,
    ]);
  }
});

describe('the browser draws the page itself', () => {
  const isLeft = async (url: string): Promise<void> => {
    const { statusCode, body } = await (await shop()).inject(url);
    expect([statusCode, body.includes('<div id="root"></div>'), body.includes('"mf_catalog"')]).toEqual([
      200,
      true,
      true,
    ]);
  };
  beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue());

  test('when the release that a visitor has chosen is broken', () => isLeft(`/product/${id}?mf-catalog=2`));
  test('when its file is not there', async () => {
    delete files[routes.name];
    await isLeft(`/product/${id}`);
  });
  test('when it asks for something that it is not lent', async () => {
    files[routes.name] = 'require("node:fs")';
    await isLeft(`/product/${id}`);
  });
  test('when a part of the page throws', async () => {
    files[routes.name] = 'module.exports = { default() { throw new Error("no") } }';
    await isLeft(`/product/${id}`);
  });
  test('when the API is slow, or fails', async () => {
    answers = () => undefined;
    await isLeft('/all');
    answers = (_path, response) => void response.writeHead(503).end('{}');
    await isLeft('/pant');
  });
  test('when a release of before has nothing for the server', async () => {
    const { body } = await (await shop({ releases: { pages: undefined } })).inject(`/product/${id}`);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain('saree · Rangavalli</title>');
  });
  test('when it is a visitor’s own', () => isLeft('/cart'));
});
