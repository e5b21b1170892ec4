import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { integrityOfFiles, publicReleaseKeysIn, signRelease } from '@rangavalli/build-kit/serve/release-signature';
import { promote } from './release.js';
import { rollback } from './rollback.js';
import { goCanary } from './store/change.js';
import type { ReleaseStore } from './store/release-store.js';
import { contractFor, live, released, releaseOf, Scratch } from './testing/releases.js';

const SLICE = 'mf-catalog';
const { log } = console;
let scratch: Scratch;
let store: ReleaseStore;
beforeEach(() => {
  scratch = new Scratch();
  store = scratch.store;
  console.log = () => undefined;
});
afterEach(() => {
  console.log = log;
  scratch.remove();
});
const liveNow = async (): Promise<string | undefined> => (await store.live(SLICE))?.live;

test('a release goes back to the one before, or to a certain one', async () => {
  await released(store, SLICE, '1.0.0', '1.1.0', '1.2.0');
  await rollback(store, SLICE, {});
  expect(await liveNow()).toBe('1.1.0');
  await rollback(store, SLICE, { version: '1.0.0' });
  expect(await liveNow()).toBe('1.0.0');
  expect((await store.live(SLICE))?.history.at(-1)).toMatchObject({
    what: 'rolled back',
    version: '1.0.0',
    from: '1.1.0',
  });
});

test('an impossible rollback is rejected, and nothing changes', async () => {
  await expect(rollback(store, SLICE, {})).rejects.toThrow('mf-catalog was never released');
  await released(store, SLICE, '1.0.0', '1.1.0');
  await expect(rollback(store, SLICE, { version: '0.9.0' })).rejects.toThrow(
    'mf-catalog 0.9.0 is not in the release store. There: 1.0.0, 1.1.0.',
  );
  await expect(rollback(store, SLICE, { version: '1.1.0' })).rejects.toThrow('is live already');
  await store.remove(SLICE, '1.0.0');
  await expect(rollback(store, SLICE, {})).rejects.toThrow('1.0.0 is not in the release store');
  expect(await liveNow()).toBe('1.1.0');
  await (await store.lock(SLICE)).free();
});

describe('a remote that another machine signed', () => {
  const env = { ...process.env };
  beforeEach(async () => {
    const [key] = scratch.keys();
    for (const version of ['1.0.0', '1.1.0']) {
      const release = { ...releaseOf(SLICE, version), entry: `/remotes/${SLICE}/${version}/remoteEntry.js` };
      const content = { ...release, pages: [], exposes: [], integrity: {} };
      await store.put({ ...release, signed: signRelease(content, key) }, contractFor(SLICE, version));
      await live(store, SLICE, version);
    }
    process.env['DATA_DIR'] = path.join(scratch.root, 'data');
    process.env['RELEASE_PUBLIC_KEYS'] = publicReleaseKeysIn(scratch.keyFile);
  });
  afterEach(() => (process.env = { ...env }));

  test('goes back with the public keys of the shell', async () => {
    process.env['RELEASE_STORE'] = scratch.store.root;
    await rollback(store, SLICE, {});
    expect(await liveNow()).toBe('1.0.0');
    process.env['RELEASE_PUBLIC_KEYS'] = publicReleaseKeysIn(path.join(scratch.root, 'other-keys.json'));
    await expect(rollback(store, SLICE, { version: '1.1.0' })).rejects.toThrow('is not signed with a current key');
    process.env['RELEASE_PUBLIC_KEYS'] = '{}';
    await expect(rollback(store, SLICE, { version: '1.1.0' })).rejects.toThrow('RELEASE_PUBLIC_KEYS must be a JWKS');
  });

  test('does not in a store of this machine, whose shell has other keys than the containers of `.env`', async () => {
    delete process.env['RELEASE_STORE'];
    await expect(rollback(store, SLICE, {})).rejects.toThrow('is not signed with a current key');
    process.env['DATA_DIR'] = scratch.root;
    process.env['RELEASE_SIGNING_KEY'] = 'of containers';
    await rollback(store, SLICE, {});
    expect(await liveNow()).toBe('1.0.0');
  });
});

test('a release whose files have changed goes live neither by a rollback nor by a promotion', async () => {
  const client = scratch.files({ 'a.js': 'export {};' });
  const release = { ...releaseOf(SLICE, '1.0.0'), integrity: integrityOfFiles(client) };
  await store.put(release, contractFor(SLICE, '1.0.0'), { client });
  await live(store, SLICE, '1.0.0');
  await released(store, SLICE, '1.1.0');
  writeFileSync(path.join(scratch.store.root, SLICE, '1.0.0/client/a.js'), 'damaged');
  const reason = 'The files of mf-catalog 1.0.0 in the release store have changed since its release.';
  await expect(rollback(store, SLICE, { force: true })).rejects.toThrow(reason);
  const lock = await store.lock(SLICE);
  await goCanary(store, lock, '1.0.0', 10).finally(() => lock.free());
  await expect(promote(store, SLICE)).rejects.toThrow(reason);
  expect(await liveNow()).toBe('1.1.0');
});

test('a release that no longer fits its neighbours is only gone back to by force', async () => {
  await store.put(releaseOf(SLICE, '1.0.0'), contractFor(SLICE, '1.0.0', { needs: '^18.0.0' }));
  await live(store, SLICE, '1.0.0');
  await released(store, SLICE, '1.1.0');
  await store.put(releaseOf('shell', '1.0.0'), contractFor('shell', '1.0.0', { lends: '19.2.0' }));
  await live(store, 'shell', '1.0.0');
  await expect(rollback(store, SLICE, {})).rejects.toThrow(
    'mf-catalog 1.0.0 does not fit the live releases:\n  shell 1.0.0: package react',
  );
  expect(await liveNow()).toBe('1.1.0');
  await rollback(store, SLICE, { force: true });
  expect(await liveNow()).toBe('1.0.0');
});
