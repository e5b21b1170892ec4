import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { type NatsAccess, natsAccess } from '@rangavalli/contracts/nats-access';
import { findFreePort } from '@rangavalli/service-kit/testing/nats-server';
import { type DataPaths, dataPaths } from '../paths.js';
import { processesOf } from '../processes.js';
import { buildContext, buildSecrets } from '../testing/build-context.js';
import { createNatsPasswords, natsLogin, type Secrets } from '../setup/secrets.js';
import { applyNatsConfig, writeNatsConfig } from './nats.js';

let folder: string;
const paths = (): DataPaths => dataPaths(folder);
const file = (): string => paths().natsConfig;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'nats-config-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('has the users with their passwords, for its owner only', () => {
  writeFileSync(file(), '', { mode: 0o644 });
  const secrets = buildSecrets();
  expect(writeNatsConfig(paths(), secrets)).toBe(true);
  const text = readFileSync(file(), 'utf8');
  expect(text).toContain(`user: order\n      password: "${secrets.nats.order}"`);
  expect(text).not.toContain('_b');
  expect(statSync(file()).mode & 0o077).toBe(0);
  expect(writeNatsConfig(paths(), secrets)).toBe(false);
});

it('has the previous users too while their passwords are replaced', () => {
  const first = buildSecrets();
  writeNatsConfig(paths(), {
    ...buildSecrets({ natsSlot: 'b', natsPrevious: { slot: 'a', passwords: first.nats } }),
  });
  const users = [...readFileSync(file(), 'utf8').matchAll(/user: (\w+)/g)].map(([, name]) => name);
  expect(users.filter((name) => name?.startsWith('order'))).toEqual(['order_b', 'order']);
});

describe('the running server', () => {
  let server: ChildProcess;
  let port: number;
  let monitor: string;
  const first = buildSecrets();
  const next = buildSecrets({
    nats: createNatsPasswords(),
    natsSlot: 'b',
    natsPrevious: { slot: 'a', passwords: first.nats },
  });

  /** Resolves when the user can log in and JetStream responds. */
  async function useStreams(secrets: Secrets): Promise<void> {
    const { user, password } = natsLogin(secrets, 'operator');
    const connection = await connect({ servers: `127.0.0.1:${port}`, user, pass: password, maxReconnectAttempts: 20 });
    try {
      const reply = await connection.request('$JS.API.INFO', '', { timeout: 2_000 });
      expect(reply.json()).not.toHaveProperty('error');
    } finally {
      await connection.close();
    }
  }
  const reload = async (secrets: Secrets): Promise<void> => {
    expect(writeNatsConfig(paths(), secrets)).toBe(true);
    server.kill('SIGHUP');
    await sleep(500);
  };

  beforeEach(async () => {
    port = await findFreePort();
    const context = buildContext({}, { paths: paths(), nats: { kind: 'program', program: 'nats-server', why: '' } });
    context.ports.nats = port;
    context.ports['nats-monitor'] = await findFreePort();
    monitor = `http://127.0.0.1:${context.ports['nats-monitor']}`;
    writeNatsConfig(paths(), first);
    const { command, args } = processesOf(context).find(({ name }) => name === 'nats')!;
    server = spawn(command, args, { stdio: 'ignore' });
    await sleep(1_000);
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  });

  it('accepts both passwords during a rotation and one afterwards, and keeps its streams', async () => {
    await useStreams(first);
    await reload(next);
    await useStreams(first);
    await useStreams(next);
    await reload({ ...next, natsPrevious: undefined });
    await useStreams(next);
    await expect(useStreams(first)).rejects.toThrow(/authorization/i);
  }, 30_000);

  it('permits a connected process what a new release publishes, until its rollback window has ended', async () => {
    const { order } = natsAccess;
    const next = { ...order, publishes: [...order.publishes, 'user.registered'] } as const;
    const { user, password } = natsLogin(first, 'order');
    const connection = await connect({
      servers: `127.0.0.1:${port}`,
      user,
      pass: password,
      inboxPrefix: '_INBOX.order',
    });
    const tryPublish = (): Promise<'permitted' | 'refused'> =>
      connection.request('user.registered', '{}', { timeout: 2_000 }).then(
        () => 'permitted' as const,
        (error: Error) => (/permissions violation/i.test(`${error} ${String(error.cause)}`) ? 'refused' : 'permitted'),
      );
    const apply = (releases: NatsAccess[]): Promise<void> =>
      applyNatsConfig(paths(), first, { order: releases }, { monitor, reload: () => server.kill('SIGHUP') });
    expect(await tryPublish()).toBe('refused');
    await apply([order, next]);
    expect(await tryPublish()).toBe('permitted');
    await apply([order]);
    expect(await tryPublish()).toBe('refused');
    await connection.close();
  }, 30_000);

  it('keeps its configuration when it does not accept another one', async () => {
    const before = readFileSync(file(), 'utf8');
    const apply = applyNatsConfig(paths(), next, undefined, { monitor, reload: () => undefined });
    await expect(apply).rejects.toThrow('The NATS server did not accept its new permissions');
    expect(readFileSync(file(), 'utf8')).toBe(before);
  }, 30_000);
});
