import { createServer, get as httpGet, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CachedResponse } from './cached-response.js';
import { ResponseCache } from './response-cache.js';

const body = Buffer.from('silk '.repeat(500));
const buildResponse = (bytes = body, status = 200) =>
  new CachedResponse({ 'content-type': 'text/plain', 'x-request-id': 'a', vary: 'origin' }, bytes, status);

describe('a cached response', () => {
  let server: Server;
  let cached: CachedResponse;
  let fast: boolean;
  beforeEach(async () => {
    [cached, fast] = [buildResponse(), false];
    server = createServer(({ headers }, response) => cached.send(headers, response, { headers: ['x-own', '1'], fast }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const get = async (headers: Record<string, string> = {}) => {
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve) => httpGet({ port, headers }, resolve));
    const bytes = Buffer.concat(await response.toArray());
    return { status: response.statusCode, headers: response.headers, bytes };
  };

  test.each([false, true])('is sent in the encoding that the client accepts (fast: %s)', async (isFast) => {
    fast = isFast;
    const plain = await get();
    const brotli = await get({ 'accept-encoding': 'gzip, br' });
    const gzip = await get({ 'accept-encoding': 'br;q=0, gzip' });
    expect(plain.bytes).toEqual(body);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(body);
    expect(gunzipSync(gzip.bytes)).toEqual(body);
    expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(plain.headers).toMatchObject({ 'x-own': '1', vary: 'origin, accept-encoding', etag: cached.etag });
    expect(plain.headers['x-request-id']).toBeUndefined();
  });

  test('is sent uncompressed when it is short', async () => {
    cached = buildResponse(Buffer.from('short'));
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  test('is sent uncompressed to the caller who waited for it, unless it is long', async () => {
    cached = buildResponse(Buffer.from('silk '.repeat(300)));
    fast = true;
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    fast = false;
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });

  test.each([
    ['W/"other", W/"TAG"', 304],
    ['"TAG"', 304],
    ['*', 304],
    ['"other"', 200],
  ])('responds to if-none-match %s with %i', async (ifNoneMatch, status) => {
    const response = await get({
      'if-none-match': ifNoneMatch.replace('W/"TAG"', cached.etag).replace('"TAG"', cached.etag.slice(2)),
    });
    expect([response.status, response.bytes.length > 0]).toEqual([status, status === 200]);
  });

  test('is never 304 when its status is not 200', async () => {
    cached = buildResponse(body, 404);
    expect((await get({ 'if-none-match': cached.etag })).status).toBe(404);
  });
});

describe('the cache', () => {
  const ttl = { minMs: 30, maxMs: 60_000 };

  test('shares one fetch between concurrent callers and caches its response', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000 });
    const response = buildResponse();
    const fetched = cache.fill('a', () => sleep(5, response));
    expect(await cache.pending('a')).toBe(response);
    expect([await fetched, cache.get('a'), cache.pending('a')]).toEqual([response, response, undefined]);
  });

  test('does not share or cache a failure', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000 });
    const failed = cache.fill('a', () => Promise.reject(new Error('no')));
    const waiting = cache.pending('a');
    await expect(failed).rejects.toThrow('no');
    expect([await waiting, cache.get('a'), cache.pending('a')]).toEqual([undefined, undefined, undefined]);
  });

  test('is bounded by bytes and evicts the least recently used response', async () => {
    const cache = new ResponseCache({ maxBytes: 10 * buildResponse().size });
    for (let key = 0; key < 20; key += 1) {
      await cache.fill(String(key), async () => buildResponse());
      cache.get('0');
    }
    const cached = Array.from({ length: 20 }, (_, key) => key).filter((key) => cache.get(String(key)));
    expect([cached.length, cached[0], cached.at(-1)]).toEqual([9, 0, 19]);
    await cache.fill('large', async () => buildResponse(Buffer.alloc(20_000)));
    expect(cache.get('large')).toBeUndefined();
    const none = new ResponseCache({ maxBytes: 0 });
    await none.fill('a', async () => buildResponse());
    expect(none.get('a')).toBeUndefined();
  });

  test('stays at its free bytes under unique keys, and caches what is requested twice', async () => {
    const { size } = buildResponse();
    const cache = new ResponseCache({ maxBytes: 100 * size, freeBytes: 10 * size });
    for (let key = 0; key < 1_000; key += 1) await cache.fill(`unique ${key}`, async () => buildResponse());
    const cached = Array.from({ length: 1_000 }, (_, key) => key).filter((key) => cache.get(`unique ${key}`));
    expect(cached).toHaveLength(10);
    for (let turn = 0; turn < 2; turn += 1) await cache.fill('popular', async () => buildResponse());
    expect(cache.get('popular')).toBeDefined();
    // Also when it was cleared in between.
    cache.clear();
    for (let key = 0; key < 12; key += 1) await cache.fill(`other ${key}`, async () => buildResponse());
    await cache.fill('popular', async () => buildResponse());
    expect(cache.get('popular')).toBeDefined();
  });

  test('does not cache what was invalidated in flight', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000 });
    for (const invalidate of [() => cache.invalidate('a'), () => cache.clear()]) {
      const response = buildResponse();
      const fetched = cache.fill('a', () => sleep(5, response));
      invalidate();
      expect(cache.pending('a')).toBeUndefined();
      expect([await fetched, cache.get('a')]).toEqual([response, undefined]);
    }
  });

  test('expires a response that was fetched shortly after an invalidation as soon as that was long ago', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000, ttl });
    cache.invalidate('a');
    await cache.fill('a', async () => buildResponse());
    await cache.fill('b', async () => buildResponse());
    expect([cache.get('a'), cache.get('b')].map(Boolean)).toEqual([true, true]);
    await sleep(40);
    expect([cache.get('a'), cache.get('b')].map(Boolean)).toEqual([false, true]);
  });

  test('clears once within the given time, however many changes there are', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000, ttl });
    await cache.fill('a', async () => buildResponse());
    cache.clearWithin(20);
    cache.clearWithin(1_000);
    expect(cache.get('a')).toBeDefined();
    await sleep(25);
    expect(cache.get('a')).toBeUndefined();
  });

  test('returns nothing older than the maximum age', async () => {
    const cache = new ResponseCache({ maxBytes: 1_000_000 });
    await cache.fill('a', async () => buildResponse());
    cache.maxAgeMs = 5;
    await sleep(10);
    expect(cache.get('a')).toBeUndefined();
  });
});
