// Every service runs as its own NATS user, on a server that rejects everything outside its permissions.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { natsAccess, type NatsAccess, type NatsUser } from '@rangavalli/contracts/nats-access';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { type DeadLetter, listDeadLetters, replayDeadLetter } from '@rangavalli/service-kit/dead-letters/dead-letters';
import { connectNats } from '@rangavalli/service-kit/nats/connection';
import { createLogger } from '@rangavalli/service-kit/log/logger';
import { findFreePort, startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestProcess, type TestProcess } from '@rangavalli/service-kit/testing/test-process';
import { dataPaths } from '../paths.js';
import { processesOf } from '../processes.js';
import { buildContext } from '../testing/build-context.js';

const WITHIN_MS = 20_000;
const eventually = async (check: () => Promise<void>): Promise<void> => {
  for (const until = Date.now() + WITHIN_MS; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

/** `service event` for each consumer. */
const consumed = Object.entries(natsAccess)
  .flatMap(([name, { consumes }]: [string, NatsAccess]) => consumes.map((event) => `${name} ${event}`))
  .toSorted();
const namesOf = (deadLetters: DeadLetter[]): string[] =>
  deadLetters.map(({ service, subject }) => `${service} ${subject}`).toSorted();

describe('the services under their NATS users', () => {
  let nats: TestNats;
  const services: Record<string, TestProcess> = {};
  const ends: (() => Promise<unknown>)[] = [];
  const as = async (user: NatsUser) => {
    const connection = await connectNats(nats.urlOf(user), user, createLogger('test', 'silent'));
    ends.push(() => connection.close());
    return connection;
  };

  beforeAll(async () => {
    nats = await startTestNats({ withUsers: true });
    ends.push(() => nats.stop());
    const folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-users-'));
    ends.push(async () => rmSync(folder, { recursive: true, force: true }));
    const paths = dataPaths(folder);
    const port = Number(new URL(nats.url).port);
    const context = buildContext(
      { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
      { paths, database: { kind: 'external', uri: process.env['TEST_MONGODB_URI'] ?? '', why: '' } },
    );
    context.ports.nats = port;
    for (const { name, role, program, env } of processesOf(context)) {
      if (role !== 'service') continue;
      const database = new URL(process.env['TEST_MONGODB_URI'] ?? '');
      database.pathname = `/test_${name}_${randomBytes(6).toString('hex')}`;
      const own = Object.fromEntries(
        Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const service = await startTestProcess(pathToFileURL(program), {
        ...own,
        PORT: String(await findFreePort()),
        MONGODB_URI: database.href,
        ACCOUNTS_FILE: '',
        MAIL_DIR: path.join(paths.dataDir, 'mail'),
        // Node would write hundreds of files when each process exits: 6 s instead of 0.5 on a busy machine.
        NODE_DISABLE_COMPILE_CACHE: '1',
      });
      services[name] = service;
    }
  }, 90_000);
  afterAll(async () => {
    await Promise.all(Object.values(services).map((service) => service.stop()));
    for (const end of ends.toReversed()) await end();
  }, 30_000);

  it('become ready', async () => {
    for (const service of Object.values(services))
      await eventually(async () => expect((await fetch(`${service.url}/health/ready`)).status).toBe(200));
  }, 60_000);

  it('consume every event, move invalid ones to the dead letters and consume them again after a replay', async () => {
    const [operator, notification] = [await as('operator'), await as('notification')];
    for (const event of new Set(consumed.map((line) => line.split(' ')[1] ?? '')))
      operator.publish(event, '{"nonsense":true}');
    const list = async () => (await listDeadLetters(notification, { limit: 100 })).deadLetters;
    await eventually(async () => expect(namesOf(await list())).toEqual(consumed));
    const first = await list();
    // A replay publishes the event again to all its consumers.
    const replayed = [...new Map(first.map((one) => [one.subject, one])).values()];
    for (const { sequence } of replayed) expect(await replayDeadLetter(notification, sequence)).toBe(true);
    const left = first.filter((one) => !replayed.includes(one)).map(({ service, subject }) => `${service} ${subject}`);
    await eventually(async () => expect(namesOf(await list())).toEqual([...consumed, ...left].toSorted()));
  }, 60_000);

  it('serve the commands that they may request', async () => {
    const config = { COMMAND_ATTEMPT_MS: 2_500, COMMAND_DEADLINE_MS: 20_000 };
    const [order, cart] = [new Commands(await as('order'), config), new Commands(await as('cart'), config)];
    const id = 'a'.repeat(24);
    expect(await order.request('rpc.cart.lines.get', { userId: id })).toEqual({ lines: [] });
    expect(await cart.request('rpc.catalog.products.get', { ids: [id] })).toEqual({ products: [] });
    expect(
      await order.request('rpc.catalog.stock.commit', {
        holdId: `${id}:1`,
        orderId: id,
        lines: [{ productId: id, size: '', quantity: 1 }],
      }),
    ).toEqual({ outcome: 'gone' });
  }, 60_000);

  it('publish the events in their outbox', async () => {
    const published: string[] = [];
    (await as('operator')).subscribe('user.registered', {
      callback: (_error, message) => void published.push(message.string()),
    });
    const response = await fetch(`${services['user']?.url ?? ''}/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Asha Rao', email: 'asha@example.com', password: 'a long enough password' }),
    });
    expect(response.ok).toBe(true);
    await eventually(async () => expect(published.join()).toContain('asha@example.com'));
  }, 60_000);
});
