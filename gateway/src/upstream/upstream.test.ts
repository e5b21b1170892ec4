import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@rangavalli/service-kit/testing/nats-server';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { FakeUpstream } from '../testing/fake-upstream.js';
import { Upstream, type UpstreamRequest } from './upstream.js';

const order: UpstreamRequest = {
  method: 'POST',
  path: '/payments/create-order',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  deadlineMs: 5_000,
  repeatable: false,
};
const orders: UpstreamRequest = { method: 'GET', path: '/orders', headers: {}, deadlineMs: 5_000, repeatable: true };

describe('several processes of one slice', () => {
  let processes: FakeUpstream[];
  let upstream: Upstream;
  const start = async (options: { watched?: boolean } = {}, also: string[] = []) => {
    processes = await Promise.all([new FakeUpstream().start(), new FakeUpstream().start()]);
    upstream = new Upstream([...processes.map(({ url }) => url), ...also], options);
  };
  const asked = () => processes.map(({ seen }) => seen.length);
  const callMany = async (howMany: number, request = order) => {
    for (let index = 0; index < howMany; index += 1) expect((await upstream.call(request)).status).toBe(200);
  };
  afterEach(async () => {
    await upstream.close();
    await Promise.all(processes.map((one) => one.stop()));
  });

  test('take turns', async () => {
    await start();
    expect(upstream.origins).toEqual(processes.map(({ url }) => url));
    await callMany(10);
    expect(asked()).toEqual([5, 5]);
  });

  test('stand in at once for one that refuses, whatever the request', async () => {
    await start();
    await processes[0]!.stop();
    await callMany(10);
    expect(asked()).toEqual([0, 10]);
  });

  test('never meet a request for an address at which nobody is; there are spare ones', async () => {
    await start({}, [`http://127.0.0.1:${await findFreePort()}`, `http://127.0.0.1:${await findFreePort()}`]);
    await callMany(20);
    expect(asked().reduce((sum, one) => sum + one)).toBe(20);
  });

  test('get the requests back from the moment at which one is there again', async () => {
    await start();
    await processes[0]!.stop();
    await callMany(2);
    await processes[0]!.start();
    await processes[1]!.stop();
    // A connection that was open still may break with what is on it: of what may be repeated nothing is lost.
    await callMany(3, orders);
    expect(asked()[0]).toBe(3);
  });

  test('are waited for when all are away, and the first one that comes has the request, once', async () => {
    await start();
    await Promise.all(processes.map((one) => one.stop()));
    const waiting = upstream.call(order);
    await sleep(400);
    await processes[1]!.start();
    expect((await waiting).status).toBe(200);
    expect(asked()).toEqual([0, 1]);
  });

  test('are told of as unavailable when all stay away', async () => {
    await start();
    await Promise.all(processes.map((one) => one.stop()));
    await expect(upstream.call({ ...order, deadlineMs: 600 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('get what one turned away before it read anything', async () => {
    await start();
    processes[0]!.answer = (_seen, response) =>
      response.writeHead(503, { connection: 'close' }).end('{"statusCode":503}');
    await callMany(10);
    expect(asked()).toEqual([1, 10]);
  });

  test('get nothing that one was asked and broke off, unless it may be repeated', async () => {
    await start();
    for (const one of processes) one.answer = (_seen, response) => response.destroy();
    await expect(upstream.call(order)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked().reduce((sum, one) => sum + one)).toBe(1);
    const [broken, sound] = asked()[0] === 1 ? processes : processes.toReversed();
    sound!.answer = (_seen, response) => response.writeHead(200).end('{}');
    broken!.seen.length = 0;
    await callMany(2, orders);
    expect(sound!.seen.length).toBe(2);
  });

  test('are passed over while they say with their answers that they close', async () => {
    await start();
    processes[0]!.answer = (_seen, response) => response.writeHead(200, { connection: 'close' }).end('{}');
    await callMany(10);
    expect(asked()).toEqual([1, 9]);
  });

  test('are passed over from the moment at which they begin to stop, also when nobody has asked them anything', async () => {
    await start({ watched: true });
    await eventually(() => expect(processes.map(({ watchers }) => watchers.length)).toEqual([1, 1]));
    processes[0]!.sayGoodbye();
    await eventually(async () => {
      const before = asked()[0];
      await callMany(4);
      expect(asked()[0]).toBe(before);
    });
    await processes[0]!.stop();
    await callMany(4);
    // It is watched again once it is back.
    await processes[0]!.start();
    await eventually(() => expect(processes[0]!.watchers.length).toBe(1));
  });
});
