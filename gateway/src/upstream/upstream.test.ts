import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@rangavalli/service-kit/testing/nats-server';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { FakeUpstream } from '../testing/fake-upstream.js';
import type { ExpectedProcess } from './instance.js';
import { Upstream, type UpstreamRequest } from './upstream.js';

const write: UpstreamRequest = {
  method: 'POST',
  path: '/payments/create-order',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  deadlineMs: 5_000,
  isRepeatable: false,
};
const read: UpstreamRequest = { method: 'GET', path: '/orders', headers: {}, deadlineMs: 5_000, isRepeatable: true };

describe('an upstream with several instances', () => {
  let instances: FakeUpstream[];
  let upstream: Upstream;
  const start = async (options: { watched?: boolean; expected?: ExpectedProcess } = {}, also: string[] = []) => {
    instances = await Promise.all([new FakeUpstream().start(), new FakeUpstream().start()]);
    upstream = new Upstream([...instances.map(({ url }) => url), ...also], options);
  };
  const requestCounts = () => instances.map(({ seen }) => seen.length);
  const callMany = async (howMany: number, request = write) => {
    for (let index = 0; index < howMany; index += 1) expect((await upstream.call(request)).status).toBe(200);
  };
  afterEach(async () => {
    await upstream.close();
    await Promise.all(instances.map((one) => one.stop()));
  });

  test('uses them in turn', async () => {
    await start();
    expect(upstream.origins).toEqual(instances.map(({ url }) => url));
    await callMany(10);
    expect(requestCounts()).toEqual([5, 5]);
  });

  test('keeps its connections, also after a DELETE with a body', async () => {
    await start();
    await callMany(10, { ...write, method: 'DELETE' });
    expect(instances.map(({ connectionCount }) => connectionCount)).toEqual([1, 1]);
  });

  test('fails over at once when one refuses the connection, whatever the request', async () => {
    await start();
    await instances[0]!.stop();
    await callMany(10);
    expect(requestCounts()).toEqual([0, 10]);
  });

  test('ignores spare addresses', async () => {
    await start({}, [`http://127.0.0.1:${await findFreePort()}`, `http://127.0.0.1:${await findFreePort()}`]);
    await callMany(20);
    expect(requestCounts().reduce((sum, one) => sum + one)).toBe(20);
  });

  test.each([
    ['of another store', { service: 'order', store: 'theirs' }],
    ['of another slice', { service: 'cart', store: 'ours' }],
    ['without an id', { status: 'ok' }],
  ])('sends nothing to a process %s, also when it takes a port over', async (_what, stranger) => {
    const ours = { service: 'order', store: 'ours' };
    const being =
      (facts: object): FakeUpstream['respond'] =>
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(facts));
    await start({ expected: ours });
    instances[0]!.respond = being(stranger);
    instances[1]!.respond = being(ours);
    await callMany(6);
    const pathsSeenBy = (index: number) => [...new Set(instances[index]!.seen.map(({ path }) => path))];
    expect([pathsSeenBy(0), pathsSeenBy(1)]).toEqual([['/health/live'], ['/health/live', write.path]]);

    await instances[1]!.stop();
    instances[1]!.respond = being(stranger);
    instances[1]!.seen.length = 0;
    await instances[1]!.start();
    // A connection that is still open may break: repeatable requests are retried.
    await expect(upstream.call({ ...read, deadlineMs: 1_500 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(pathsSeenBy(1)).toEqual(['/health/live']);
    instances[0]!.respond = being(ours);
    expect((await upstream.call(write)).status).toBe(200);
  });

  test('uses an instance again as soon as it is back', async () => {
    await start();
    await instances[0]!.stop();
    await callMany(2);
    await instances[0]!.start();
    await instances[1]!.stop();
    // A connection that is still open may break: repeatable requests are retried.
    await callMany(3, read);
    expect(requestCounts()[0]).toBe(3);
  });

  test('waits while all are down, and sends the request once to the first that is back', async () => {
    await start();
    await Promise.all(instances.map((one) => one.stop()));
    const waiting = upstream.call(write);
    await sleep(400);
    await instances[1]!.start();
    expect((await waiting).status).toBe(200);
    expect(requestCounts()).toEqual([0, 1]);
  });

  test('is unavailable when all stay down', async () => {
    await start();
    await Promise.all(instances.map((one) => one.stop()));
    await expect(upstream.call({ ...write, deadlineMs: 600 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('fails over from an instance that closes before it reads the request', async () => {
    await start();
    instances[0]!.respond = (_seen, response) =>
      response.writeHead(503, { connection: 'close' }).end('{"statusCode":503}');
    await callMany(10);
    expect(requestCounts()).toEqual([1, 10]);
  });

  test('retries a broken connection only for a repeatable request', async () => {
    await start();
    for (const one of instances) one.respond = (_seen, response) => response.destroy();
    await expect(upstream.call(write)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(requestCounts().reduce((sum, one) => sum + one)).toBe(1);
    const [broken, healthy] = requestCounts()[0] === 1 ? instances : instances.toReversed();
    healthy!.respond = (_seen, response) => response.writeHead(200).end('{}');
    broken!.seen.length = 0;
    await callMany(2, read);
    expect(healthy!.seen.length).toBe(2);
  });

  test.each([
    ['the proxy of the caller', 502, { 'l5d-proxy-error': 'endpoint 10.1.2.3:3000: connection closed' }],
    ['the proxy of the caller', 504, { 'l5d-proxy-error': 'connect timed out after 1s' }],
    ['the proxy beside the process', 502, {}],
  ])('retries when %s responds %i for a process that died, if repeatable', async (_who, status, headers) => {
    await start();
    let failures = 1;
    for (const one of instances)
      one.respond = (_seen, response) => {
        failures -= 1;
        if (failures < 0) response.writeHead(200).end('{}');
        else response.writeHead(status, { ...headers, 'content-length': '0', connection: 'close' }).end();
      };
    const received = () => requestCounts().reduce((sum, one) => sum + one);
    expect((await upstream.call(read)).status).toBe(200);
    expect(received()).toBe(2);
    failures = 1;
    const streamed = await upstream.stream(read);
    expect([streamed.status, received()]).toEqual([200, 4]);
    failures = 1;
    await expect(upstream.call(write)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(received()).toBe(5);
  });

  test("passes on a service's own 502", async () => {
    await start();
    const body = '{"success":false,"code":"PAYMENT_PROVIDER_FAILED"}';
    for (const one of instances) one.respond = (_seen, response) => response.writeHead(502).end(body);
    expect(await upstream.call(read)).toMatchObject({ status: 502, body: Buffer.from(body) });
    expect(await upstream.stream(read)).toMatchObject({ status: 502, body: Buffer.from(body) });
    expect(requestCounts()).toEqual([1, 1]);
  });

  test('avoids an instance that responds with connection: close', async () => {
    await start();
    instances[0]!.respond = (_seen, response) => response.writeHead(200, { connection: 'close' }).end('{}');
    await callMany(10);
    expect(requestCounts()).toEqual([1, 9]);
  });

  test('avoids an instance from the moment it announces its stop', async () => {
    await start({ watched: true });
    await eventually(() => expect(instances.map(({ stopPolls }) => stopPolls.length)).toEqual([1, 1]));
    instances[0]!.announceStop();
    await eventually(async () => {
      const before = requestCounts()[0];
      await callMany(4);
      expect(requestCounts()[0]).toBe(before);
    });
    await instances[0]!.stop();
    await callMany(4);
    // The poll resumes when it is back.
    await instances[0]!.start();
    await eventually(() => expect(instances[0]!.stopPolls.length).toBe(1));
  });

  test('knows of the stop of an instance that ran for less than the pause between two polls', async () => {
    const spare = await new FakeUpstream().start();
    await spare.stop();
    await start({ watched: true }, [spare.url]);
    await eventually(() => expect(instances.map(({ stopPolls }) => stopPolls.length)).toEqual([1, 1]));
    await spare.start();
    for (let probes = 0; probes < 20; probes += 1)
      await upstream.forEachInstance(async (instance) => {
        const { body } = await instance.request({ method: 'GET', path: '/health/live' });
        await body.dump();
      });
    expect(spare.stopPolls.length).toBe(1);
    const readExpected = () => upstream.forEachInstance(async ({ isExpected }) => isExpected);
    expect(await readExpected()).toEqual([true, true, true]);
    spare.announceStop();
    await eventually(async () => expect(await readExpected()).toEqual([true, true, false]));
    await spare.stop();
  });
});
