import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Bucket } from '@rangavalli/build-kit/serve/bucket';
import { BucketServer } from '@rangavalli/build-kit/serve/testing/bucket-server';
import type { NatsAccess } from '@rangavalli/contracts/nats-access';
import { identify } from '@rangavalli/database/process-identity';
import { adoptContracts, keptReleases } from '@rangavalli/release/adopt';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { goLive, prune } from '@rangavalli/release/store/change';
import { BucketStore } from '@rangavalli/release/store/bucket-store';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { ROOT } from '../paths.js';
import { storeBuild } from '../setup/process-releases.js';
import { serveOnSocket } from '../setup/unix-server.js';
import { slices } from '../setup/workspaces.js';
import { replaceProcesses, rollbackCommand } from './releases.js';
import { requireRunningStore } from './services.js';

it.each(slices)('`npm run release -w $folder` is the release of that slice', ({ name, folder }) => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const bootstrap = path.relative(folder, 'tools/store/bootstrap.mjs');
  expect(scripts['release']).toBe(`node ${bootstrap} release ${name}`);
});

it.each(['release', 'rollback'])('%s names an option that it does not have, without a stack', (command) => {
  const main = path.join(import.meta.dirname, '../main.js');
  const { status, stderr } = spawnSync(process.execPath, [main, command, 'cart', '--foo'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, "\nUnknown option '--foo'.\n"]);
});

describe('the processes of a slice', () => {
  const env = { ...process.env };
  const { log, error } = console;
  const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
  const contractOf = (version: string, publishes: NatsAccess['publishes']): SliceContract => ({
    slice: 'order',
    version,
    offers: nothing,
    needs: nothing,
    nats: { publishes, consumes: [], serves: [], requests: [] },
  });
  let folder: string;
  let store: FolderStore;
  let control: Awaited<ReturnType<typeof serveOnSocket>>;
  let reply: { status: number; message?: string };

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
    store = new FolderStore(path.join(folder, 'releases'));
    delete process.env['RELEASE_STORE'];
    process.env['DATA_DIR'] = folder;
    console.log = console.error = () => undefined;
    reply = { status: 200 };
    control = await serveOnSocket(path.join(folder, 'control/supervisor.sock'), (_, response) => {
      const { status, ...body } = reply;
      response.writeHead(status).end(JSON.stringify(body));
    });
    const address = 'http://localhost:8080';
    const run = { address, api: address, mail: address, control: control.file, startedAt: '', processes: {} };
    writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ ...run, supervisor: identify(process.pid) }));

    const dist = path.join(folder, 'checkout/services/order/dist');
    mkdirSync(dist, { recursive: true });
    for (const name of ['main.cjs', 'main.cjs.map']) writeFileSync(path.join(dist, name), '{}');
    const checkout = path.join(folder, 'checkout');
    await storeBuild(store, contractOf('1.0.0', ['order.expired']), checkout);
    for (const version of ['1.1.0', '1.2.0']) await storeBuild(store, contractOf(version, ['order.placed']), checkout);
    const lock = await store.lock('order');
    const at = '2026-01-15T09:30:00.000Z';
    await store.flip(lock, {
      live: '1.2.0',
      history: [
        { at, what: 'released', version: '1.0.0' },
        { at, what: 'released', version: '1.1.0', from: '1.0.0' },
        { at, what: 'released', version: '1.2.0', from: '1.1.0' },
      ],
    });
    await lock.free();
  });
  afterEach(() => {
    control.close();
    Object.assign(console, { log, error });
    process.env = { ...env };
    rmSync(folder, { recursive: true });
  });
  async function replace(slice: 'order' | 'shell', version: string, what: 'released' | 'rolled back'): Promise<void> {
    const lock = await store.lock(slice);
    await replaceProcesses(requireRunningStore(), store, lock, version, what).finally(() => lock.free());
  }
  const liveNow = async (): Promise<string | undefined> => (await store.live('order'))?.live;

  it('leave no release in the store that they did not accept', async () => {
    const before = await store.versions('order');
    await storeBuild(store, contractOf('1.3.0', ['order.placed']), path.join(folder, 'checkout'));
    reply = { status: 409, message: 'order did not become ready' };
    await expect(replace('order', '1.3.0', 'released')).rejects.toThrow('order did not become ready');
    expect(await store.versions('order')).toEqual(before);
    await expect(replace('order', '1.1.0', 'rolled back')).rejects.toThrow('order did not become ready');
    expect(await store.versions('order')).toEqual(before);
    expect(await liveNow()).toBe('1.2.0');
  });

  it('of the shell keep a release that they did not accept until the next one: its pages may be open', async () => {
    const dist = path.join(folder, 'checkout/shell/dist');
    for (const name of ['server/main.cjs', 'server/main.cjs.map', 'client/page.0123456789.js', 'page/index.html']) {
      mkdirSync(path.dirname(path.join(dist, name)), { recursive: true });
      writeFileSync(path.join(dist, name), '{}');
    }
    const add = (version: string): Promise<void> =>
      storeBuild(store, { ...contractOf(version, []), slice: 'shell' }, path.join(folder, 'checkout'));
    await add('1.0.0');
    await replace('shell', '1.0.0', 'released');
    await add('1.0.1');
    reply = { status: 409, message: 'shell did not become ready' };
    await expect(replace('shell', '1.0.1', 'released')).rejects.toThrow('shell did not become ready');
    expect(existsSync(path.join(store.root, 'shell/1.0.1/client/page.0123456789.js'))).toBe(true);
    expect((await store.live('shell'))?.live).toBe('1.0.0');
    await add('1.0.2');
    reply = { status: 200 };
    await replace('shell', '1.0.2', 'released');
    expect(await prune(store, 'shell', { kept: keptReleases('shell') })).toEqual(['1.0.1']);
  });

  it('need permissions of an external NATS server for a rollback, as for a release', async () => {
    process.env['NATS_URL'] = 'nats://nats.example:4222';
    await expect(rollbackCommand(['order', '1.0.0'])).rejects.toThrow(
      /may refuse what order 1\.0\.0 does:\n {2}publish order\.expired\n.*repeat the rollback with --permitted/,
    );
    expect(await liveNow()).toBe('1.2.0');
    await rollbackCommand(['order', '1.0.0', '--permitted']);
    expect(await liveNow()).toBe('1.0.0');
  });

  it('are rolled back for the next start when no store runs, which their release may prevent', async () => {
    rmSync(path.join(folder, 'run.json'));
    await rollbackCommand(['order']);
    expect(await liveNow()).toBe('1.1.0');
    expect((await store.live('order'))?.history.at(-1)).toMatchObject({ what: 'rolled back', from: '1.2.0' });
  });

  it('have their contract in the bucket of the remotes too, with which their releases are compared', async () => {
    const server = await new BucketServer().start();
    try {
      Object.assign(process.env, server.env, { RELEASE_STORE: 's3://shop/releases' });
      const bucket = new BucketStore(new Bucket('s3://shop/releases', server.env));
      const publishedInBucket = async () => (await bucket.liveContracts()).map(({ nats }) => nats?.publishes);
      await rollbackCommand(['order', '1.0.0']);
      expect(await bucket.liveContracts()).toEqual([contractOf('1.0.0', ['order.expired'])]);
      // The next start.
      expect(await adoptContracts(bucket, store)).toEqual([]);

      rmSync(path.join(folder, 'run.json'));
      await rollbackCommand(['order', '1.2.0']);
      expect(await publishedInBucket()).toEqual([['order.placed']]);
      await rollbackCommand(['order', '1.0.0']);
      expect(await publishedInBucket()).toEqual([['order.expired']]);
      expect(await adoptContracts(bucket, store)).toEqual([]);

      const lock = await store.lock('order');
      await goLive(store, lock, '1.1.0').finally(() => lock.free());
      await adoptContracts(bucket, store);
      expect(await publishedInBucket()).toEqual([['order.placed']]);
    } finally {
      server.stop();
    }
  });
});
