import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventData, EventName } from '@rangavalli/contracts/events';
import { natsAccess } from '@rangavalli/contracts/nats-access';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { request } from 'undici';
import { admin, startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { changes } from './shared-reads.js';

const ID = '65a1b2c3d4e5f60718293a4d';
const OTHER = '65a1b2c3d4e5f60718293a4e';
const LIST = '/api/products/getAll?page=1&limit=24';
const ONE = `/api/products/getOne/${ID}`;
const movement = { holdId: 'h1', orderId: OTHER, productId: ID, size: 'M', quantity: 1 };

describe('reads that are the same for everybody', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let origin: string;
  let teller: NatsConnection;
  /** What the catalog says now; as long as a real list, so that it is worth compressing. */
  let text: string;

  beforeEach(async () => {
    nats = await startTestNats();
    gateway = await startTestGateway({ NATS_URL: nats.url });
    await gateway.app.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${(gateway.app.getHttpServer().address() as AddressInfo).port}`;
    teller = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    text = 'first';
    gateway.upstream.answer = (seen, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: true, text, path: seen.path, more: 'silk '.repeat(400) }));
  });
  afterEach(async () => {
    await teller.close();
    await gateway.stop();
    await nats.stop();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: told, body } = await request(origin + path, { headers });
    return { status: statusCode, headers: told, bytes: Buffer.from(await body.arrayBuffer()) };
  };
  const textOf = async (path: string): Promise<string> =>
    (JSON.parse((await get(path)).bytes.toString()) as { text: string }).text;
  const asked = (path = LIST) => gateway.upstream.seen.filter((seen) => `/api${seen.path}` === path).length;
  const tell = async <N extends EventName>(name: N, data: EventData<N>) => {
    const event = createEvent(name, data);
    await jetstream(teller).publish(name, JSON.stringify(event), { msgID: event.id });
  };

  test('are fetched once, and go out in the form that a browser takes, with the headers of the long way', async () => {
    const first = await get(LIST);
    const again = await get(LIST);
    const brotli = await get(LIST, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(LIST, { 'accept-encoding': 'br;q=0, gzip' });
    expect(asked()).toBe(1);
    expect(again.bytes).toEqual(first.bytes);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(first.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(first.bytes);
    const about = ({ headers }: typeof first) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) =>
            !['date', 'x-request-id', 'content-encoding', 'content-length', 'transfer-encoding'].includes(name),
        ),
      );
    for (const one of [again, brotli, gzip]) expect(about(one)).toEqual(about(first));
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('accept-encoding') as string,
    });
    expect([
      brotli.headers['content-encoding'],
      gzip.headers['content-encoding'],
      again.headers['content-encoding'],
    ]).toEqual(['br', 'gzip', undefined]);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test('are not sent again to who has them', async () => {
    const { headers } = await get(LIST);
    const known = await get(LIST, { 'if-none-match': String(headers['etag']) });
    expect([known.status, known.bytes.length, known.headers['etag']]).toEqual([304, 0, headers['etag']]);
    expect((await get(LIST, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('that come at the same time are one question', async () => {
    gateway.upstream.answer = (_seen, response) =>
      void setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}'),
        100,
      );
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(LIST)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`))).toEqual(
      new Set(['200 {"success":true}']),
    );
    expect(asked()).toBe(1);
  });

  test.each(Object.keys(changes) as (keyof typeof changes)[])(
    'are asked for anew after %s: the product at once, lists within a moment',
    async (name) => {
      await Promise.all([get(LIST), get(ONE), get(`/api/products/getOne/${OTHER}`)]);
      text = 'second';
      const data = changes[name] === 'at once' ? { productId: ID } : { ...movement, reason: 'expired' as const };
      await tell(name, data as EventData<typeof name>);
      await eventually(async () => expect(await textOf(ONE)).toBe('second'));
      await eventually(async () => expect(await textOf(LIST)).toBe('second'));
      expect(await textOf(`/api/products/getOne/${OTHER}`)).toBe('first');
    },
  );

  test('are asked for anew after an event that can not be read, and others are heard as before', async () => {
    await get(LIST);
    text = 'second';
    await jetstream(teller).publish('catalog.product.updated', '{"nonsense":true}');
    await eventually(async () => expect(await textOf(LIST)).toBe('second'));
    text = 'third';
    await tell('catalog.product.updated', { productId: ID });
    await eventually(async () => expect(await textOf(LIST)).toBe('third'));
  });

  test('that are on their way while something changes reach who waited, and nobody later', async () => {
    let release: () => void = () => undefined;
    gateway.upstream.answer = (_seen, response) =>
      void (release = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"text":"old"}'));
    const early = get(LIST);
    await eventually(() => expect(asked()).toBe(1));
    const finishOld = release;
    await tell('catalog.product.updated', { productId: ID });
    gateway.upstream.answer = (_seen, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"text":"new"}');
    await eventually(async () => expect(await Promise.race([textOf(LIST), sleep(50, 'waits')])).toBe('new'));
    finishOld();
    expect((await early).bytes.toString()).toContain('old');
    expect(await textOf(LIST)).toBe('new');
  });

  test('that were asked of a process which has not heard of a change yet are asked for anew a moment later', async () => {
    await Promise.all([get(LIST), get(ONE)]);
    await tell('catalog.product.updated', { productId: ID });
    for (const path of [LIST, ONE])
      await eventually(async () => expect([await textOf(path), asked(path)]).toEqual(['first', 2]));
    text = 'second';
    for (const path of [LIST, ONE]) await eventually(async () => expect(await textOf(path)).toBe('second'));
    // What stays as it is is kept for ever longer.
    await eventually(async () => {
      const before = asked();
      for (let turn = 0; turn < 5; turn += 1) await sleep(30).then(() => get(LIST));
      expect(asked()).toBe(before);
    });
  });

  test('are forgotten before an admin hears that a product was changed here', async () => {
    await get(LIST);
    text = 'second';
    const change = await request(`${origin}/api/products/update/${ID}`, {
      method: 'PUT',
      headers: { ...(await gateway.authorization(admin)), 'content-type': 'application/json' },
      body: '{"price":5}',
    });
    await change.body.dump();
    expect(await textOf(LIST)).toBe('second');
  });

  test('live for a second at most while NATS is away, and none outlives its return', async () => {
    await get(LIST);
    await nats.kill();
    text = 'second';
    await eventually(async () => expect(await textOf(LIST)).toBe('second'));
    await nats.start();
    text = 'third';
    await eventually(async () => expect(await textOf(LIST)).toBe('third'));
    // Heard again: kept until the next change.
    await eventually(async () => {
      const before = asked();
      await sleep(1_200);
      await get(LIST);
      expect(asked()).toBe(before);
    });
  });

  test('that fail, are refused or are personal are not kept', async () => {
    const answers: [string, number][] = [
      [LIST, 503],
      [`/api/products/getOne/${OTHER}`, 404],
    ];
    for (const [path, status] of answers) {
      gateway.upstream.answer = (_seen, response) =>
        void response
          .writeHead(status, { 'content-type': 'application/json' })
          .end('{"success":false,"code":"X","message":"x"}');
      for (let turn = 0; turn < 2; turn += 1) expect((await get(path)).status).toBe(status);
      expect(asked(path)).toBe(2);
    }
    gateway.upstream.answer = (_seen, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
    const mine = await gateway.authorization(admin);
    for (let turn = 0; turn < 2; turn += 1) await get('/api/cart', mine);
    expect(asked('/api/cart')).toBe(2);
    for (let turn = 0; turn < 2; turn += 1) expect((await get('/api/products/getAll?page=0')).status).toBe(400);
  });

  test('are the same whichever way they are fetched: a guest’s, and one that comes with a token', async () => {
    const other = '/api/products/getAll?page=2';
    const mine = await gateway.authorization(admin);
    await get(LIST, mine);
    const about = ({ headers }: Awaited<ReturnType<typeof get>>) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !['date', 'etag', 'content-length', 'x-request-id', 'content-encoding'].includes(name),
        ),
      );
    for (const accepted of ['identity', 'br']) {
      const known = await get(`${other}&${accepted}=1`, { ...mine, 'accept-encoding': accepted });
      const guest = await get(`${other}&${accepted}=2`, { 'accept-encoding': accepted, 'x-request-id': 'mine' });
      expect([guest.status, about(guest), guest.headers['x-request-id']]).toEqual([200, about(known), 'mine']);
      expect(String(accepted === 'br' ? brotliDecompressSync(guest.bytes) : guest.bytes)).toContain('"text":"first"');
    }
    const refused: [string, number][] = [
      ['/api/products/getAll?page=0', 400],
      [`/api/products/getOne/${OTHER}`, 404],
      ['/api/products/getAll?page=9', 503],
    ];
    for (const [path, status] of refused) {
      gateway.upstream.answer = (_seen, response) =>
        void response
          .writeHead(status, { 'content-type': 'application/json' })
          .end('{"success":false,"code":"X","message":"x","requestId":"y"}');
      const [guest, known] = [await get(path), await get(path, mine)];
      expect([guest.status, known.status]).toEqual([status, status]);
      expect(about(guest)).toEqual(about(known));
    }
  });

  test('of another origin go the long way, with the headers for it', async () => {
    await get(LIST);
    const { headers } = await get(LIST, { origin: 'http://localhost:3000' });
    expect(headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(asked()).toBe(2);
  });
});

test('the gateway may hear what it listens to, and listens to all that it may', () => {
  expect([...natsAccess.gateway.subscribes].toSorted()).toEqual(Object.keys(changes).toSorted());
});

test('memory is bounded', async () => {
  const gateway = await startTestGateway({ CACHE_BYTES: '100000' });
  gateway.upstream.answer = (_seen, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, more: Math.random().toString(36).repeat(300) }));
  const list = (page: number) => gateway.inject({ method: 'GET', url: `/api/products/getAll?page=${page}` });
  for (let page = 1; page <= 30; page += 1) await list(page);
  await list(30);
  expect(gateway.upstream.seen.length).toBe(30);
  await list(1);
  expect(gateway.upstream.seen.length).toBe(31);
  await gateway.stop();
});

test('what comes from memory counts against nobody’s limit', async () => {
  const gateway = await startTestGateway({ RATE_LIMIT: 'on', RATE_LIMIT_GENERAL: '2' });
  const ask = async (url: string) => (await gateway.inject({ method: 'GET', url })).statusCode;
  for (let turn = 0; turn < 5; turn += 1) expect(await ask(LIST)).toBe(200);
  expect([await ask(ONE), await ask(`/api/products/getOne/${OTHER}`)]).toEqual([200, 429]);
  await gateway.stop();
});
