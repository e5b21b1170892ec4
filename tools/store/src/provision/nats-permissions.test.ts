// What a release, a rollback or development needs of NATS, at a real server.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type NatsAccess, natsAccess } from '@rangavalli/contracts/nats-access';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { findFreePort } from '@rangavalli/service-kit/testing/nats-server';
import { type DataPaths, dataPaths } from '../paths.js';
import { processesOf } from '../processes.js';
import { natsLogin } from '../setup/secrets.js';
import { buildContext, buildSecrets } from '../testing/build-context.js';
import { NatsPermissions, type RunningProgram } from './nats-permissions.js';

const DAY_MS = 86_400_000;
const NOTHING = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

describe('the NATS permissions', () => {
  const secrets = buildSecrets();
  let folder: string;
  let paths: DataPaths;
  let server: ChildProcess | undefined;
  let order: NatsConnection;
  let running: RunningProgram[];
  const createPermissions = (monitorPort: number, hasReleases: boolean, contracts?: string): NatsPermissions =>
    new NatsPermissions({
      paths,
      hasReleases,
      secrets: () => secrets,
      running: () => running,
      server: () => server && { monitor: `http://127.0.0.1:${monitorPort}`, reload: () => void server?.kill('SIGHUP') },
      ...(contracts ? { contracts } : {}),
    });

  /** Starts a server with what the releases in the store permit. */
  async function start(hasReleases: boolean, contracts?: string): Promise<NatsPermissions> {
    const context = buildContext({}, { paths, nats: { kind: 'program', program: 'nats-server', why: '' } });
    context.ports.nats = await findFreePort();
    context.ports['nats-monitor'] = await findFreePort();
    const permissions = createPermissions(context.ports['nats-monitor'], hasReleases, contracts);
    await permissions.apply();
    const { command, args } = processesOf(context).find(({ name }) => name === 'nats')!;
    server = spawn(command, args, { stdio: 'ignore' });
    const { user, password } = natsLogin(secrets, 'order');
    order = await connect({
      servers: `127.0.0.1:${context.ports.nats}`,
      user,
      pass: password,
      inboxPrefix: '_INBOX.order',
      waitOnFirstConnect: true,
      reconnectTimeWait: 50,
      maxReconnectAttempts: -1,
    });
    return permissions;
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'nats-permissions-'));
    paths = dataPaths(folder);
    running = [];
    server = undefined;
  });
  afterEach(async () => {
    await order.close();
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server?.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });

  /** Without a stream, a permitted request gets the error that nobody responds. */
  const mayPublish = (subject: string): Promise<boolean> =>
    order.request(subject, '{}', { timeout: 2_000 }).then(
      () => true,
      (error: Error) => !/permissions violation/i.test(`${error} ${String(error.cause)}`),
    );

  async function addRelease(version: string, days: number, publishes: NatsAccess['publishes'], isLive = true) {
    const store = new FolderStore(paths.releases);
    const nats = { ...natsAccess.order, publishes };
    await store.put(
      { slice: 'order', version, build: version, at: daysAgo(days) },
      { slice: 'order', version, offers: NOTHING, needs: NOTHING, nats },
    );
    if (isLive) await makeLive(version, days);
  }
  async function makeLive(version: string, days = 0): Promise<void> {
    const store = new FolderStore(paths.releases);
    const lock = await store.lock('order');
    const now = await store.live('order');
    const change = { at: daysAgo(days), what: 'released', version, ...(now && { from: now.live }) } as const;
    await store.flip(lock, { live: version, history: [...(now?.history ?? []), change] });
    await lock.free();
  }

  it('of an old release are given before a rollback to it, and end 30 days after the next release', async () => {
    await addRelease('1.0.0', 90, ['user.registered']);
    await addRelease('1.1.0', 60, ['order.placed']);
    await addRelease('1.2.0', 40, ['order.placed']);
    running = [{ slice: 'order', version: '1.2.0' }];
    const permissions = await start(true);
    expect(await mayPublish('user.registered')).toBe(false);
    await permissions.during({ slice: 'order', version: '1.0.0' }, async () => {
      expect([await mayPublish('user.registered'), await mayPublish('order.placed')]).toEqual([true, true]);
      running = [{ slice: 'order', version: '1.0.0' }];
      await makeLive('1.0.0', 35);
    });
    expect(await mayPublish('user.registered')).toBe(true);
    running = [{ slice: 'order', version: '1.2.0' }];
    await makeLive('1.2.0', 31);
    await makeLive('1.1.0');
    await permissions.apply();
    expect(await mayPublish('user.registered')).toBe(false);
  }, 30_000);

  it('of a release that fails end at once, and not during another release', async () => {
    await addRelease('1.0.0', 2, ['order.placed']);
    running = [{ slice: 'order', version: '1.0.0' }];
    const permissions = await start(true);
    await addRelease('1.1.0', 0, ['user.registered'], false);
    expect(await mayPublish('user.registered')).toBe(false);
    const failed = permissions.during({ slice: 'order', version: '1.1.0' }, async () => {
      await permissions.during({ slice: 'cart', version: '1.1.0' }, async () => undefined);
      expect(await mayPublish('user.registered')).toBe(true);
      throw new Error('order-spare did not become ready');
    });
    await expect(failed).rejects.toThrow('did not become ready');
    expect(await mayPublish('user.registered')).toBe(false);
  }, 30_000);

  it.each([
    ['every process is developed', false],
    ['one process of a store with releases is developed', true],
  ])(
    'are those of the compiled contracts where %s',
    async (_case, hasReleases) => {
      const contracts = path.join(folder, 'nats-access.mjs');
      const compile = (publishes: string[]): void => {
        const access = { ...natsAccess, order: { ...natsAccess.order, publishes } };
        writeFileSync(contracts, `export const natsAccess = ${JSON.stringify(access)};`);
      };
      compile(['order.placed']);
      await addRelease('1.0.0', 2, ['order.placed']);
      running = [{ slice: 'order', version: undefined }];
      const permissions = await start(hasReleases, contracts);
      expect([await mayPublish('order.placed'), await mayPublish('order.reviewed')]).toEqual([true, false]);
      compile(['order.placed', 'order.reviewed']);
      // Once for each service that restarts.
      await Promise.all([permissions.apply(), permissions.apply()]);
      expect([await mayPublish('order.placed'), await mayPublish('order.reviewed')]).toEqual([true, true]);
      if (!hasReleases) return;
      running = [{ slice: 'order', version: '1.0.0' }];
      await permissions.apply();
      expect([await mayPublish('order.placed'), await mayPublish('order.reviewed')]).toEqual([true, false]);
    },
    30_000,
  );
});
