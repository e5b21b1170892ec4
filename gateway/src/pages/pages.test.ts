import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ CORS_ORIGINS: 'https://partner.example', PAGE_DEADLINE_MS: '1000' });
});
afterAll(() => gateway.stop());

const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

test.each([
  ['/', '/'],
  ['/product/65a1?x=1', '/product/65a1?x=1'],
  ['/remotes/mf-catalog/v1/main.abc.js', '/remotes/mf-catalog/v1/main.abc.js'],
  ['/media/image/upload/w_320/silk.avif', '/delivery/image/upload/w_320/silk.avif'],
])('%s is forwarded as %s', async (url, path) => {
  expect((await gateway.inject({ method: 'GET', url })).statusCode).toBe(200);
  expect(gateway.upstream.last.path).toBe(path);
});

test('pictures may be embedded by other origins, pages may not', async () => {
  const picture = await gateway.inject({ method: 'GET', url: '/media/image/upload/w_320/silk.avif' });
  expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin');
  const page = await gateway.inject({ method: 'GET', url: '/' });
  expect(page.headers['cross-origin-resource-policy']).toBe('same-site');
});

test('conditions, encodings and ranges are forwarded, hop-by-hop headers and credentials are not', async () => {
  gateway.upstream.respond = (_seen, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/css',
        'content-encoding': 'br',
        etag: '"1"',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        'keep-alive': 'timeout=5',
        server: 'inner',
        'set-cookie': 'a=1',
      })
      .end('bytes');
  const response = await gateway.inject({
    method: 'GET',
    url: '/assets/x.css',
    headers: {
      'accept-encoding': 'br',
      'if-none-match': '"0"',
      connection: 'x-hop',
      'x-hop': '1',
      cookie: 'secret=1',
      authorization: 'Bearer x',
    },
  });
  expect(gateway.upstream.last.headers).toMatchObject({ 'accept-encoding': 'br', 'if-none-match': '"0"' });
  for (const name of ['x-hop', 'cookie', 'authorization']) expect(gateway.upstream.last.headers[name]).toBeUndefined();
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    etag: '"1"',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(response.headers.vary).toContain('Accept-Encoding');
  for (const name of ['keep-alive', 'server', 'set-cookie']) expect(response.headers[name]).toBeUndefined();
  expect(response.body).toBe('bytes');
});

test('only release cookies are forwarded, in both directions', async () => {
  gateway.upstream.respond = (_seen, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        vary: 'cookie',
        'set-cookie': [
          'session=1; Path=/',
          'release-visitor=0123456789abcdef; Path=/; HttpOnly',
          '__Host-release-mf-catalog=; Max-Age=0',
        ],
      })
      .end('page');
  const response = await gateway.inject({
    method: 'GET',
    url: '/',
    headers: {
      cookie:
        'secret=1; __Host-release-mf-catalog=1.4.0; __Host-x=1; not-release-x=1; release-visitor=0123456789abcdef',
    },
  });
  expect(gateway.upstream.last.headers.cookie).toBe(
    '__Host-release-mf-catalog=1.4.0; release-visitor=0123456789abcdef',
  );
  expect(response.headers['set-cookie']).toEqual([
    'release-visitor=0123456789abcdef; Path=/; HttpOnly',
    '__Host-release-mf-catalog=; Max-Age=0',
  ]);
  expect(response.headers.vary).toMatch(/cookie/);
});

test('HEAD is forwarded as HEAD and returns the length', async () => {
  gateway.upstream.respond = (_seen, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1234' }).end();
  const response = await gateway.inject({ method: 'HEAD', url: '/' });
  expect(gateway.upstream.last.method).toBe('HEAD');
  expect(response.headers['content-length']).toBe('1234');
});

test('a page whose process ends halfway is requested again', async () => {
  gateway.upstream.respond = (_seen, response) => {
    const isFirst = gateway.upstream.seen.length === 1;
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '10' });
    if (!isFirst) return void response.end('whole page');
    response.write('whole', () => response.destroy());
  };
  gateway.upstream.seen.length = 0;
  const response = await gateway.inject({ method: 'GET', url: '/' });
  expect([response.statusCode, response.body]).toEqual([200, 'whole page']);
  expect(gateway.upstream.seen).toHaveLength(2);
});

test('status and redirect are forwarded', async () => {
  gateway.upstream.respond = (_seen, response) => response.writeHead(302, { location: '/login' }).end();
  const response = await gateway.inject({ method: 'GET', url: '/user' });
  expect([response.statusCode, response.headers.location]).toEqual([302, '/login']);
});

test.each([
  '/media/..%2fadmin',
  '/media/%2e%2E%5cadmin',
  '/remotes/mf-catalog/..%2f..%2fhealth',
  '/%6dedia/image/upload/silk.avif',
  '/remotes/%6df-catalog/v1/main.abc.js',
])('%s is not found', async (url) => {
  const before = gateway.upstream.seen.length;
  expect((await gateway.inject({ method: 'GET', url })).statusCode).toBe(404);
  expect(gateway.upstream.seen).toHaveLength(before);
});

test('only listed origins may call', async () => {
  const preflight = async (origin: string) =>
    (
      await gateway.inject({
        method: 'OPTIONS',
        url: '/api/cart/add',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    ).headers;
  for (const origin of ['http://localhost:3000', 'https://partner.example']) {
    expect(await preflight(origin)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    });
  }
  expect((await preflight('https://evil.example'))['access-control-allow-origin']).toBeUndefined();
});

describe('while the shell is down', () => {
  beforeAll(() => gateway.upstream.stop());

  test('a visitor gets the fallback page with a retry', async () => {
    const response = await gateway.inject({ method: 'GET', url: '/all', headers: navigation });
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    });
    expect(response.body).toContain('Rangavalli');
    expect(response.body).toContain('Try again');
  });

  test('a script gets the error shape', async () => {
    const response = await gateway.inject({
      method: 'GET',
      url: '/remotes/mf-cart/x.js',
      headers: { 'sec-fetch-mode': 'no-cors' },
    });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  });

  test('the gateway itself is ready', async () => {
    expect(await (await gateway.fetchInternal('/health/ready')).json()).toEqual({
      service: 'gateway',
      ready: true,
      missing: [],
    });
    expect((await gateway.inject({ method: 'GET', url: '/api/config' })).statusCode).toBe(200);
  });
});
