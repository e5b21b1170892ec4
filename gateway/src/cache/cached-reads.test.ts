import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { CallKey } from '@rangavalli/contracts/calls';
import { catalogCalls } from '@rangavalli/contracts/calls/catalog';
import { searchCalls } from '@rangavalli/contracts/calls/search';
import type { EventData, EventName } from '@rangavalli/contracts/events';
import { natsAccess } from '@rangavalli/contracts/nats-access';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { register } from 'prom-client';
import { request } from 'undici';
import { customer, owner, startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { productWrites } from './cached-reads.js';
import { invalidatingEvents } from './catalog-cache.js';

const ID = '65a1b2c3d4e5f60718293a4d';
const OTHER = '65a1b2c3d4e5f60718293a4e';
const LIST = '/api/products/getAll?limit=24&page=1';
const ONE = `/api/products/getOne/${ID}`;
const movement = { holdId: 'h1', orderId: OTHER, productId: ID, size: 'M', quantity: 1 };

describe('public reads', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let origin: string;
  let publisher: NatsConnection;
  /** The catalog's current data; its response is long enough to be compressed. */
  let text: string;

  beforeEach(async () => {
    nats = await startTestNats();
    gateway = await startTestGateway({ NATS_URL: nats.url });
    origin = gateway.address;
    publisher = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    text = 'first';
    gateway.upstream.respond = (seen, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: true, text, path: seen.path, more: 'silk '.repeat(400) }));
  });
  afterEach(async () => {
    await publisher.close();
    await gateway.stop();
    await nats.stop();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: received, body } = await request(origin + path, { headers });
    return { status: statusCode, headers: received, bytes: Buffer.from(await body.arrayBuffer()) };
  };
  const readText = async (path: string): Promise<string> =>
    (JSON.parse((await get(path)).bytes.toString()) as { text: string }).text;
  const countFetches = (path = LIST) => gateway.upstream.seen.filter((seen) => `/api${seen.path}` === path).length;
  const publish = async <N extends EventName>(name: N, data: EventData<N>) => {
    const event = createEvent(name, data);
    await jetstream(publisher).publish(name, JSON.stringify(event), { msgID: event.id });
  };
  const respondWith = (status: number, body: object, delayMs = 0) => {
    gateway.upstream.respond = (_seen, response) =>
      void setTimeout(
        () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        delayMs,
      );
  };
  /** Sends a call with a JSON body. @returns its status */
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, headers: Record<string, string> = {}) => {
    const hasBody = !/delete|signature/.test(path);
    const { statusCode, body } = await request(origin + path, {
      method,
      headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { body: '{"price":5}' } : {}),
    });
    await body.dump();
    return statusCode;
  };
  const ignoredHeaders = ['date', 'etag', 'x-request-id', 'content-encoding', 'content-length', 'transfer-encoding'];
  const comparable = ({ headers }: Awaited<ReturnType<typeof get>>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name)));

  test('are fetched once and sent in the encoding that the client accepts, with the same headers', async () => {
    const first = await get(LIST);
    const again = await get(LIST);
    const brotli = await get(LIST, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(LIST, { 'accept-encoding': 'br;q=0, gzip' });
    expect(countFetches()).toBe(1);
    expect(again.bytes).toEqual(first.bytes);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(first.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(first.bytes);
    for (const one of [again, brotli, gzip]) {
      expect(comparable(one)).toEqual(comparable(first));
      expect(one.headers['etag']).toBe(first.headers['etag']);
    }
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('accept-encoding') as string,
    });
    const encodings = [brotli, gzip, again].map(({ headers }) => headers['content-encoding']);
    expect(encodings).toEqual(['br', 'gzip', undefined]);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test('are 304 for a client that has the current response', async () => {
    const { headers } = await get(LIST);
    const unchanged = await get(LIST, { 'if-none-match': String(headers['etag']) });
    expect([unchanged.status, unchanged.bytes.length, unchanged.headers['etag']]).toEqual([304, 0, headers['etag']]);
    expect((await get(LIST, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('share one fetch when they are concurrent', async () => {
    respondWith(200, { success: true }, 100);
    const responses = await Promise.all(Array.from({ length: 40 }, () => get(LIST)));
    const distinct = new Set(responses.map(({ status, bytes }) => `${status} ${bytes.toString()}`));
    expect([...distinct]).toEqual(['200 {"success":true}']);
    expect(countFetches()).toBe(1);
  });

  test.each(Object.keys(invalidatingEvents) as (keyof typeof invalidatingEvents)[])(
    'are fetched again after %s, other products are not',
    async (name) => {
      await Promise.all([get(LIST), get(ONE), get(`/api/products/getOne/${OTHER}`)]);
      text = 'second';
      const data = {
        'lists at once': { productId: ID },
        'lists at intervals': { ...movement, reason: 'expired' as const },
        'lists only': { revision: 1 },
      }[invalidatingEvents[name]];
      await publish(name, data as EventData<typeof name>);
      const isList = invalidatingEvents[name] === 'lists only';
      if (!isList) await eventually(async () => expect(await readText(ONE)).toBe('second'));
      await eventually(async () => expect(await readText(LIST)).toBe('second'));
      if (isList) expect(await readText(ONE)).toBe('first');
      expect(await readText(`/api/products/getOne/${OTHER}`)).toBe('first');
    },
  );

  test('are fetched again after an invalid event; later events are still consumed', async () => {
    await get(LIST);
    text = 'second';
    await jetstream(publisher).publish('catalog.product.updated', '{"nonsense":true}');
    await eventually(async () => expect(await readText(LIST)).toBe('second'));
    text = 'third';
    await publish('catalog.product.updated', { productId: ID });
    await eventually(async () => expect(await readText(LIST)).toBe('third'));
  });

  test('that are in flight during a change go to those who wait, and are not cached', async () => {
    let finish: () => void = () => undefined;
    gateway.upstream.respond = (_seen, response) =>
      void (finish = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"text":"old"}'));
    const early = get(LIST);
    await eventually(() => expect(countFetches()).toBe(1));
    const finishEarly = finish;
    await publish('catalog.product.updated', { productId: ID });
    respondWith(200, { success: true, text: 'new' });
    await eventually(async () => expect(await Promise.race([readText(LIST), sleep(50, 'waiting')])).toBe('new'));
    finishEarly();
    expect((await early).bytes.toString()).toContain('old');
    expect(await readText(LIST)).toBe('new');
  });

  test('from a lagging replica right after a change are at most 100 ms old', async () => {
    await Promise.all([get(LIST), get(ONE)]);
    await publish('catalog.product.updated', { productId: ID });
    for (const path of [LIST, ONE])
      await eventually(async () => expect([await readText(path), countFetches(path)]).toEqual(['first', 2]));
    text = 'second';
    await sleep(100);
    for (const path of [LIST, ONE]) expect(await readText(path)).toBe('second');
    // Without further changes they are cached longer and longer.
    await eventually(async () => {
      const before = countFetches();
      for (let turn = 0; turn < 5; turn += 1) await sleep(30).then(() => get(LIST));
      expect(countFetches()).toBe(before);
    });
  });

  test.each([
    ['PUT', `/api/products/update/${ID}`],
    ['POST', '/api/products/create'],
    ['DELETE', `/api/products/delete/${ID}`],
  ] as const)('show an admin the new state at once after a successful %s %s', async (method, path) => {
    const authorization = await gateway.authorization(owner);
    await Promise.all([get(LIST), get(ONE)]);
    text = 'second';
    const body =
      path === '/api/products/create'
        ? { name: 'Silk', description: 'Soft.', price: 1, category: 'saree', stock: 1, images: [] }
        : { price: 5 };
    const response = await gateway.inject({
      method,
      url: path,
      headers: authorization,
      ...(method === 'DELETE' ? {} : { payload: body }),
    });
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('second')]);
    expect(await readText(LIST)).toBe('second');
    expect(await readText(ONE)).toBe(method === 'POST' ? 'first' : 'second');
  });

  test('stay cached after a refused or failed write and after an image signature', async () => {
    const authorization = await gateway.authorization(owner);
    await Promise.all([get(LIST), get(ONE)]);
    expect(await send('PUT', `/api/products/update/${ID}`)).toBe(401);
    expect(await send('POST', '/api/products/create')).toBe(401);
    expect(await send('DELETE', `/api/products/delete/${ID}`)).toBe(401);
    expect(await send('PUT', `/api/products/update/${ID}`, await gateway.authorization(customer))).toBe(403);
    expect(await send('PUT', '/api/products/update/nonsense', authorization)).toBe(400);
    expect(await send('POST', '/api/products/images/signature', authorization)).toBe(200);
    respondWith(404, { success: false, code: 'PRODUCT_NOT_FOUND', message: 'x' });
    expect(await send('PUT', `/api/products/update/${ID}`, authorization)).toBe(404);
    const before = await counters();
    await Promise.all([get(LIST), get(ONE)]);
    expect(await counters()).toEqual({ ...before, hit: (before['hit'] ?? 0) + 2 });
    expect([countFetches(LIST), countFetches(ONE)]).toEqual([1, 1]);
  });

  test('are at most a second old while NATS is down, from a ready gateway, and then fetched again', async () => {
    await get(LIST);
    expect((await gateway.fetchInternal('/health/ready')).status).toBe(200);
    await nats.kill();
    text = 'second';
    await eventually(async () => expect(await readText(LIST)).toBe('second'));
    const ready = await gateway.fetchInternal('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { service: 'gateway', ready: true, missing: ['nats'] }]);
    await nats.start();
    text = 'third';
    await eventually(async () => expect(await readText(LIST)).toBe('third'));
    // Connected again: cached until the next change.
    await eventually(async () => {
      const before = countFetches();
      await sleep(1_200);
      await get(LIST);
      expect(countFetches()).toBe(before);
    });
  });

  test('that fail, are refused or are personal are not cached', async () => {
    const failures: [string, number][] = [
      [LIST, 503],
      [`/api/products/getOne/${OTHER}`, 404],
    ];
    for (const [path, status] of failures) {
      respondWith(status, { success: false, code: 'X', message: 'x' });
      for (let turn = 0; turn < 2; turn += 1) expect((await get(path)).status).toBe(status);
      expect(countFetches(path)).toBe(2);
    }
    respondWith(200, { success: true });
    const authorization = await gateway.authorization(owner);
    for (let turn = 0; turn < 2; turn += 1) await get('/api/cart', authorization);
    expect(countFetches('/api/cart')).toBe(2);
    for (let turn = 0; turn < 2; turn += 1) expect((await get('/api/products/getAll?page=0')).status).toBe(400);
  });

  test('have the same headers and errors for a guest and for a customer with a new or a known token', async () => {
    const authorization = await gateway.authorization(owner);
    const first = await get('/api/products/getAll?page=2', authorization);
    for (const encoding of ['identity', 'br']) {
      const headers = { 'accept-encoding': encoding, 'x-request-id': 'mine' };
      const path = `/api/products/getAll?page=2&${encoding}`;
      const known = await get(`${path}=1`, { ...authorization, ...headers });
      const guest = await get(`${path}=2`, headers);
      expect([guest.status, known.status, guest.headers['x-request-id']]).toEqual([200, 200, 'mine']);
      expect(comparable(guest)).toEqual(comparable(known));
      expect(String(encoding === 'br' ? brotliDecompressSync(guest.bytes) : guest.bytes)).toContain('"text":"first"');
    }
    const guest = await get('/api/products/getAll?page=3');
    expect({ ...comparable(first), vary: guest.headers['vary'] }).toEqual(comparable(guest));
    const errors: [string, number][] = [
      ['/api/products/getAll?page=0', 400],
      [`/api/products/getOne/${OTHER}`, 404],
      ['/api/products/getAll?page=9', 503],
    ];
    for (const [path, status] of errors) {
      respondWith(status, { success: false, code: 'X', message: 'x', requestId: 'y' });
      const [refusedGuest, refused] = [await get(path), await get(path, authorization)];
      expect([refusedGuest.status, refused.status]).toEqual([status, status]);
      expect(comparable(refusedGuest)).toEqual(comparable(refused));
    }
  });

  test('of another origin are fetched, with the headers for it', async () => {
    await get(LIST);
    const { headers } = await get(LIST, { origin: 'http://localhost:3000' });
    expect(headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(countFetches()).toBe(2);
  });
});

async function counters(): Promise<Record<string, number>> {
  const { values } = (await register.getSingleMetric('cached_reads_total')?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
}

test('every write of the catalog either invalidates products or is known not to change any', () => {
  const unrelated: CallKey[] = ['POST /products/images/signature', 'POST /search/preview'];
  const writes = (Object.keys({ ...catalogCalls, ...searchCalls }) as CallKey[]).filter(
    (key) => !key.startsWith('GET '),
  );
  expect(writes.toSorted()).toEqual([...productWrites, ...unrelated].toSorted());
});

test('the gateway may subscribe to exactly the events that it consumes', () => {
  expect([...natsAccess.gateway.subscribes].toSorted()).toEqual(
    [...Object.keys(invalidatingEvents), 'user.revoked'].toSorted(),
  );
});

test('the cache is bounded by bytes', async () => {
  const gateway = await startTestGateway({ CACHE_BYTES: '100000' });
  gateway.upstream.respond = (_seen, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, more: Math.random().toString(36).repeat(300) }));
  const list = (page: number) => gateway.inject({ method: 'GET', url: `/api/products/getAll?page=${page}` });
  // The second request caches what does not fit into the part for one-off requests.
  for (let page = 1; page <= 30; page += 1) for (let turn = 0; turn < 2; turn += 1) await list(page);
  const before = gateway.upstream.seen.length;
  await list(30);
  expect(gateway.upstream.seen.length).toBe(before);
  await list(1);
  expect(gateway.upstream.seen.length).toBe(before + 1);
  await gateway.stop();
});

test('responses from memory do not count against a rate limit', async () => {
  const gateway = await startTestGateway({ RATE_LIMIT: 'on', RATE_LIMIT_GENERAL: '2' });
  const request = async (url: string) => (await gateway.inject({ method: 'GET', url })).statusCode;
  for (let turn = 0; turn < 5; turn += 1) expect(await request(LIST)).toBe(200);
  expect([await request(ONE), await request(`/api/products/getOne/${OTHER}`)]).toEqual([200, 429]);
  await gateway.stop();
});

test('the list of 500 products counts against the rate limit also when it comes from memory', async () => {
  const gateway = await startTestGateway({ RATE_LIMIT: 'on', RATE_LIMIT_GENERAL: '3' });
  try {
    const request = async (url: string, headers: Record<string, string> = {}) =>
      (await gateway.inject({ method: 'GET', url, headers })).statusCode;
    const all = ['', '?', '?utm_source=a', ''].map((query) => `/api/products/getAll${query}`);
    const statuses: number[] = [];
    for (const url of all) statuses.push(await request(url));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(gateway.upstream.seen).toHaveLength(1);
    expect(await request('/api/products/getAll', await gateway.authorization(customer))).toBe(200);
  } finally {
    await gateway.stop();
  }
});

test('unknown parameters and the order of the others make no new fetch', async () => {
  const gateway = await startTestGateway();
  try {
    const get = (query: string) => gateway.inject({ method: 'GET', url: `/api/products/getAll${query}` });
    for (const query of ['?q=silk&page=1', '?page=1&q=silk', '?x=1&q=silk&page=1', '?q=silk&utm_source=a&page=1'])
      expect((await get(query)).statusCode).toBe(200);
    for (let turn = 0; turn < 50; turn += 1) await get(`?x=${turn}`);
    expect(gateway.upstream.seen.map(({ path }) => path)).toEqual([
      '/products/getAll?page=1&q=silk',
      '/products/getAll',
    ]);
  } finally {
    await gateway.stop();
  }
});

test('unique searches fill an eighth of the cache at most', async () => {
  const gateway = await startTestGateway({ CACHE_BYTES: '1000000' });
  gateway.upstream.respond = (_seen, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"text":"${'silk '.repeat(800)}"}`);
  try {
    const search = (index: number) => gateway.inject({ method: 'GET', url: `/api/products/getAll?q=random${index}` });
    for (let index = 0; index < 200; index += 1) await search(index);
    const before = gateway.upstream.seen.length;
    for (let index = 0; index < 200; index += 1) await search(index);
    const cached = 200 - (gateway.upstream.seen.length - before);
    expect(cached).toBeLessThan(14);
    expect(cached).toBeGreaterThan(5);
  } finally {
    await gateway.stop();
  }
});
