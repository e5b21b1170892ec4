import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addReleaseKey, isSignedBy } from '@rangavalli/build-kit/serve/release-signature';
import { adopt, adoptContract, adoptContracts } from './adopt.js';
import { rollback } from './rollback.js';
import { goLive, rollbackTarget } from './store/change.js';
import type { Build } from './build.js';
import { FolderStore } from './store/folder-store.js';
import { contractFor, live, released, releaseOf, Scratch } from './testing/releases.js';

let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());

test('a store without programs has the contracts of the live services, gateway and shell, put in once', async () => {
  const all = ['cart', 'catalog', 'fulfilment', 'gateway', 'notification', 'order', 'payment', 'shell', 'user'];
  const programs = new FolderStore(path.join(scratch.root, 'programs'));
  const adoptLive = () => adoptContracts(scratch.store, programs, scratch.keys());
  for (const slice of [...all, 'mf-catalog']) await released(programs, slice, '0.1.0');
  expect((await adoptLive()).toSorted()).toEqual(all.map((one) => `${one} 0.1.0`));
  expect((await scratch.store.liveContracts()).map(({ slice }) => slice).toSorted()).toEqual(all);
  expect(await adoptLive()).toEqual([]);

  await programs.put(releaseOf('shell', '0.1.1'), contractFor('shell', '0.1.1', { lends: '20.0.0' }));
  const lent = async () =>
    (await scratch.store.liveContracts()).find(({ slice }) => slice === 'shell')?.offers.packages;
  await live(programs, 'shell', '0.1.1');
  expect([await adoptLive(), await lent()]).toEqual([['shell 0.1.1'], { react: '20.0.0' }]);
  await live(programs, 'shell', '0.1.0', 'rolled back');
  expect([await adoptLive(), await lent()]).toEqual([['shell 0.1.0'], {}]);
  expect(await adoptLive()).toEqual([]);
});

test('the contract of a process that was released or rolled back is live in a store without programs', async () => {
  const live = async (version: string, lends: string): Promise<void> => {
    await adoptContract(scratch.store, contractFor('shell', version, { lends }), scratch.keys());
    expect((await scratch.store.liveContracts()).map(({ offers }) => offers.packages)).toEqual([{ react: lends }]);
  };
  await live('1.0.0', '19.0.0');
  await live('1.1.0', '20.0.0');
  await live('1.0.0', '19.0.0');
  await live('1.2.0', '20.0.0');
  expect(await scratch.store.versions('shell')).toEqual(['1.0.0', '1.0.1']);
});

describe('a program', () => {
  const start = (text: string) =>
    adopt(
      scratch.store,
      {
        slice: 'order',
        first: '0.1.0',
        contract: async () => contractFor('order', ''),
        built: { hash: text, files: { server: scratch.files({ 'main.cjs': text }) } },
      },
      scratch.keys(),
    );
  const liveNow = async (): Promise<string | undefined> => (await scratch.store.live('order'))?.live;

  test('is a release of its own at the first start, to which a rollback leads', async () => {
    expect(await start('one')).toBe('order 0.1.0');
    expect(readFileSync(path.join(scratch.store.root, 'order/0.1.0/server/main.cjs'), 'utf8')).toBe('one');
    const [first] = [await scratch.store.live('order')];
    expect(() => rollbackTarget('order', first!)).toThrow(
      'order 0.1.0 is the first release; there is none to go back to.',
    );
    expect(await start('one')).toBeUndefined();
    expect(await start('two')).toBe('order 0.1.1');
    expect(rollbackTarget('order', (await scratch.store.live('order'))!)).toBe('0.1.0');
  });

  test('stays as a command has decided, until something new is built', async () => {
    for (const build of ['one', 'two']) await start(build);
    const lock = await scratch.store.lock('order');
    await goLive(scratch.store, lock, '0.1.0', 'rolled back');
    await lock.free();
    expect([await start('two'), await liveNow()]).toEqual([undefined, '0.1.0']);
    expect([await start('three'), await liveNow()]).toEqual(['order 0.1.2', '0.1.2']);
  });

  test.each(['started', 'released'] as const)(
    'is released again when a release of the same build never went live, after a change that was %s',
    async (what) => {
      await start('one');
      await live(scratch.store, 'order', '0.1.0', what);
      await scratch.store.put(releaseOf('order', '0.1.1', 'two'), contractFor('order', '0.1.1'));
      expect([await start('one'), await liveNow()]).toEqual([undefined, '0.1.0']);
      expect([await start('two'), await liveNow()]).toEqual(['order 0.1.2', '0.1.2']);
      expect(await scratch.store.versions('order')).toEqual(['0.1.0', '0.1.2']);
    },
  );

  test('is removed when five newer ones have come', async () => {
    for (let build = 0; build < 8; build++) await start(`build ${build}`);
    expect(await scratch.store.versions('order')).toEqual(['0.1.3', '0.1.4', '0.1.5', '0.1.6', '0.1.7']);
  });
});

describe('a remote’s build', () => {
  const build = (text: string): Build => ({
    release: {
      name: 'mf_catalog',
      slice: 'mf-catalog',
      version: '0.1.0+1',
      entry: '/remotes/mf-catalog/remoteEntry.0123456789.js',
      pages: [],
      exposes: ['routes'],
    },
    files: scratch.files({ 'remoteEntry.0123456789.js': text }),
    hash: text,
  });
  const found = (text: string) => ({
    slice: 'mf-catalog',
    first: '0.1.0',
    contract: async () => contractFor('mf-catalog', ''),
    built: { hash: text, files: { client: build(text).files }, remote: build(text) },
  });
  const start = (text: string) => adopt(scratch.store, found(text), scratch.keys());

  test('goes live when the store is started, with a version and an entry of its own', async () => {
    expect(await start('one')).toBe('mf-catalog 0.1.0');
    expect(await start('two')).toBe('mf-catalog 0.1.1');
    expect(await scratch.store.release('mf-catalog', '0.1.1')).toMatchObject({
      version: '0.1.1',
      entry: '/remotes/mf-catalog/0.1.1/remoteEntry.0123456789.js',
    });
    expect((await scratch.store.contract('mf-catalog', '0.1.1')).version).toBe('0.1.1');
    expect(await start('two')).toBeUndefined();
    // The change was taken back in the checkout.
    expect(await start('one')).toBe('mf-catalog 0.1.0');
  });

  test('stays as a command has decided, until something new is built', async () => {
    await start('one');
    await start('two');
    const { log } = console;
    console.log = () => undefined;
    await rollback(scratch.store, 'mf-catalog', {}, scratch.keys()).finally(() => (console.log = log));
    expect(await start('two')).toBeUndefined();
    expect((await scratch.store.live('mf-catalog'))?.live).toBe('0.1.0');
    expect(await start('three')).toBe('mf-catalog 0.1.2');
  });

  test('is signed, with the hashes of its files', async () => {
    await start('one');
    const release = await scratch.store.release('mf-catalog', '0.1.0');
    const [, payload = ''] = release?.signed?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      slice: 'mf-catalog',
      version: '0.1.0',
      entry: '/remotes/mf-catalog/0.1.0/remoteEntry.0123456789.js',
      integrity: { 'remoteEntry.0123456789.js': `sha384-${hash('sha384', 'one', 'base64')}` },
      at: release?.at,
    });
    expect(isSignedBy(release?.signed, scratch.keys())).toBe(true);
  });

  test('is released again when its signature is none of a current key', async () => {
    await start('one');
    addReleaseKey(scratch.keyFile);
    // The previous key is still accepted.
    expect(await start('one')).toBeUndefined();
    addReleaseKey(scratch.keyFile);
    expect(await start('one')).toBe('mf-catalog 0.1.1');
    await expect(rollback(scratch.store, 'mf-catalog', {}, scratch.keys())).rejects.toThrow(
      'mf-catalog 0.1.0 is not signed with a current key',
    );
  });

  test('comes back when its release was lost', async () => {
    await start('one');
    await scratch.store.remove('mf-catalog', '0.1.0');
    expect(await start('one')).toBe('mf-catalog 0.1.0');
    expect(await scratch.store.versions('mf-catalog')).toEqual(['0.1.0']);
  });
});

test('a store that cannot be understood is named, and no slice stays held', async () => {
  await adoptContract(scratch.store, contractFor('order', '0.1.0'), scratch.keys());
  writeFileSync(path.join(scratch.store.root, 'order/live.json'), 'half');
  const again = adoptContract(scratch.store, contractFor('order', '0.1.0'), scratch.keys());
  await expect(again).rejects.toThrow(/order\/live\.json is damaged/);
  await (await scratch.store.lock('order')).free();
});
