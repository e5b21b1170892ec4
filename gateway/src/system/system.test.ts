// Two real processes of the cart service; everything else is the fake upstream.
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { calls } from '@rangavalli/contracts/calls';
import { findFreePort, startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { eventually, testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import { TEST_IDENTITY_ENV } from '@rangavalli/service-kit/testing/test-identity';
import { owner, startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('GET /system', () => {
  let nats: TestNats;
  let carts: TestProcess[];
  let gateway: TestGateway;
  const unused = 'http://127.0.0.1:9';
  let spare: string;

  beforeAll(async () => {
    nats = await startTestNats();
    const uri = new URL(testMongoUri());
    uri.pathname = `/test_system_${randomBytes(6).toString('hex')}`;
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      NATS_URL: nats.url,
      MONGODB_URI: uri.href,
      ...TEST_IDENTITY_ENV,
      STOP_DELAY_MS: '1500',
    };
    const main = new URL('../../../services/cart/dist/main.js', import.meta.url);
    carts = await Promise.all(
      ['1.0.0', '1.1.0'].map((RELEASE_VERSION) => startTestProcess(main, { ...env, RELEASE_VERSION })),
    );
    spare = `http://127.0.0.1:${await findFreePort()}`;
    gateway = await startTestGateway({
      CART_URL: [...carts.map(({ url }) => url), spare].join(','),
      ORDER_URL: unused,
      MF_ADMIN_URL: unused,
      RELEASE_VERSION: '2.0.0',
    });
    gateway.upstream.respond = ({ path }, response) => {
      const responses: Record<string, object> = {
        '/health/live': { status: 'ok', instance: 'host:1', startedAt: '2026-01-15T09:30:00.000Z', version: '1.0.0' },
        '/health/ready': { status: 'ok' },
        '/registry.json': { remotes: { mf_catalog: { version: '0.1.0', entry: '/remotes/mf-catalog/a.js' } } },
        '/remotes/mf-catalog/release.json': {
          name: 'mf_catalog',
          version: '0.2.0',
          canary: { version: '0.3.0', share: 10, entry: '/x.js' },
        },
      };
      response
        .writeHead(responses[path] ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(responses[path] ?? {}));
    };
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all(carts.map((one) => one.kill()));
    await nats.stop();
  });

  const read = async (): Promise<CallResponse<'GET /system'>> => {
    const response = await gateway.inject({
      method: 'GET',
      url: '/api/system',
      headers: await gateway.authorization(owner),
    });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    return calls['GET /system'].response.parse(response.json());
  };
  const slice = async (name: string) => {
    const found = (await read()).slices.find((one) => one.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  const readCartStates = async () => (await slice('cart')).instances.map(({ state }) => state);

  test('reports every slice once, with each of its processes', async () => {
    const { slices } = await read();
    expect(slices.map(({ name }) => name)).toEqual([
      'gateway',
      'catalog',
      'cart',
      'order',
      'payment',
      'user',
      'notification',
      'fulfilment',
      'shell',
      'mf-catalog',
      'mf-checkout',
      'mf-account',
      'mf-admin',
    ]);
    expect(slices[0]?.instances).toEqual([
      expect.objectContaining({
        name: gateway.address,
        instance: `${hostname()}:${process.pid}`,
        version: '2.0.0',
        state: 'ready',
        nats: { ok: true, ms: expect.any(Number) as number },
      }),
    ]);
    const cart = await slice('cart');
    const idle = { waiting: 0, unacknowledged: 0, redelivered: 0 };
    expect(cart.consumers).toEqual(['order.placed', 'user.deleted'].map((event) => ({ event, ...idle })));
    expect(cart.outbox).toEqual({ documents: 0 });
    expect(cart.instances).toEqual([
      ...carts.map(
        ({ url }, index) =>
          expect.objectContaining({
            name: url,
            version: index === 0 ? '1.0.0' : '1.1.0',
            state: 'ready',
            database: { ok: true, ms: expect.any(Number) as number },
          }) as object,
      ),
      // A spare address is not an error.
      { name: spare, state: 'vacant' },
    ]);
  });

  test('reports a slice without a process and a process without a report as down', async () => {
    expect((await slice('order')).instances).toEqual([{ name: unused, state: 'down', reason: 'connection refused' }]);
    expect((await slice('mf-admin')).instances[0]?.state).toBe('down');
    expect((await slice('user')).instances).toEqual([
      expect.objectContaining({ state: 'down', reason: 'invalid response' }),
    ]);
  });

  test('exports how many processes of the shell and of each remote are ready', async () => {
    const metrics = await (await gateway.fetchInternal('/metrics')).text();
    const ready = [...metrics.matchAll(/^frontend_ready_instances\{slice="([\w-]+)"\} (\d+)$/gm)];
    expect(Object.fromEntries(ready.map(([, name, count]) => [name, Number(count)]))).toEqual({
      shell: 1,
      'mf-catalog': 1,
      'mf-checkout': 1,
      'mf-account': 1,
      'mf-admin': 0,
    });
  });

  test('reports the live release and the canary of a remote, and the registered release', async () => {
    expect((await slice('mf-catalog')).release).toEqual({
      version: '0.2.0',
      canary: { version: '0.3.0', share: 10 },
      registered: '0.1.0',
    });
    expect((await slice('shell')).instances).toEqual([
      expect.objectContaining({ version: '1.0.0', instance: 'host:1', state: 'ready' }),
    ]);
  });

  test('reports a killed and a stopping replica, and a vacant address after its stop', async () => {
    await carts[0]!.kill();
    expect((await slice('cart')).instances[0]).toMatchObject({ state: 'down', reason: 'connection refused' });
    expect((await readCartStates())[1]).toBe('ready');
    await carts[0]!.start();
    await eventually(async () => expect(await readCartStates()).toEqual(['ready', 'ready', 'vacant']));

    const stopped = carts[0]!.stop();
    await eventually(async () =>
      expect((await slice('cart')).instances[0]).toMatchObject({
        state: 'stopping',
        reason: 'finishing requests in flight',
      }),
    );
    await stopped;
    expect(await readCartStates()).toEqual(['vacant', 'ready', 'vacant']);
  });

  test('responds although a process does not', async () => {
    const { upstream } = gateway;
    const original = upstream.respond;
    upstream.respond = () => undefined;
    try {
      const { slices } = await read();
      const named = (name: string) => slices.find((one) => one.name === name)?.instances;
      expect(named('catalog')).toEqual([
        expect.objectContaining({ state: 'down', reason: 'no response within 1.5 s' }),
      ]);
      expect(named('cart')?.[1]?.state).toBe('ready');
    } finally {
      upstream.respond = original;
    }
  });

  test('reports what a process cannot reach', async () => {
    await nats.kill();
    expect((await slice('cart')).instances[1]).toMatchObject({
      state: 'unready',
      reason: 'cannot reach NATS',
      database: { ok: true },
    });
    expect((await slice('cart')).consumers).toBeUndefined();
    await nats.start();
    await eventually(async () => expect((await readCartStates())[1]).toBe('ready'));
  });

  test('finds processes behind one load-balanced address over NATS', async () => {
    await carts[0]!.start();
    // Last: process discovery supports one gateway per process.
    const other = await startTestGateway({ NATS_URL: nats.url, CART_URL: carts[0]!.url });
    try {
      const response = await other.inject({
        method: 'GET',
        url: '/api/system',
        headers: await other.authorization(owner),
      });
      const { slices } = calls['GET /system'].response.parse(response.json());
      expect(slices.find(({ name }) => name === 'cart')?.instances).toEqual([
        expect.objectContaining({ name: carts[0]!.url, version: '1.0.0', state: 'ready' }),
        expect.objectContaining({ name: expect.stringMatching(/:\d+$/) as string, version: '1.1.0', state: 'ready' }),
      ]);
    } finally {
      await other.stop();
    }
  });
});
