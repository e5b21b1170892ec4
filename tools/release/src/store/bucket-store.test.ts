import { Bucket } from '@rangavalli/build-kit/serve/bucket';
import { BucketServer } from '@rangavalli/build-kit/serve/testing/bucket-server';
import { contractFor, live, released, releaseOf, Scratch } from '../testing/releases.js';
import { BucketStore } from './bucket-store.js';
import { goLive, nextVersion, prune } from './change.js';

const SLICE = 'mf-catalog';
const LOCK = `releases/${SLICE}/.lock`;
let server: BucketServer;
let store: BucketStore;
let scratch: Scratch;
beforeEach(async () => {
  scratch = new Scratch();
  server = await new BucketServer().start();
  store = new BucketStore(new Bucket('s3://shop/releases', server.env));
});
afterEach(() => {
  server.stop();
  scratch.remove();
});
const liveNow = async (): Promise<string | undefined> => (await store.live(SLICE))?.live;

test('a release lies in the bucket as in the folder, and never changes', async () => {
  await store.put(releaseOf(SLICE, '1.0.0'), contractFor(SLICE, '1.0.0'), {
    client: scratch.files({ 'a.js': 'first', 'release.json': 'of the build' }),
  });
  expect([...server.objects.keys()]).toEqual(
    ['contract.json', 'client/a.js', 'release.json'].map((name) => `releases/${SLICE}/1.0.0/${name}`),
  );
  await expect(
    store.put(releaseOf(SLICE, '1.0.0', 'other'), contractFor(SLICE, '1.0.0'), {
      client: scratch.files({ 'a.js': 'second' }),
    }),
  ).rejects.toThrow('1.0.0 is in the release store already, and a release never changes');
  expect(server.objects.get(`releases/${SLICE}/1.0.0/client/a.js`)?.toString()).toBe('first');
  expect(await store.release(SLICE, '1.0.0')).toEqual(releaseOf(SLICE, '1.0.0'));
});

test('what a killed release left is none: it never goes live, and its version is not taken again', async () => {
  await released(store, SLICE, '1.0.0');
  server.objects.set(`releases/${SLICE}/1.0.1/contract.json`, Buffer.from('{}'));
  const lock = await store.lock(SLICE);
  await expect(goLive(store, lock, '1.0.1')).rejects.toThrow('mf-catalog 1.0.1 is not in the release store');
  await lock.free();
  expect([await nextVersion(store, SLICE, '0.1.0'), await liveNow()]).toEqual(['1.0.2', '1.0.0']);
});

test('of two who would change what is live, the second is refused', async () => {
  await released(store, SLICE, '1.0.0', '1.1.0', '1.2.0');
  const slow = await store.lock(SLICE);
  server.objects.delete(LOCK); // as if it had been held for too long
  await live(store, SLICE, '1.1.0');
  await expect(goLive(store, slow, '1.0.0')).rejects.toThrow('came in between; nothing was changed');
  expect(await liveNow()).toBe('1.1.0');
});

test('a slice is held by one release, until that ends or is over', async () => {
  const lock = await store.lock(SLICE);
  await expect(store.lock(SLICE)).rejects.toThrow('mf-catalog is being released already');
  await lock.free();
  await (await store.lock(SLICE)).free();
  expect(server.objects.has(LOCK)).toBe(false);
  server.objects.set(
    LOCK,
    Buffer.from(JSON.stringify({ token: 'gone', host: 'elsewhere', until: '2020-01-01T00:00:00.000Z' })),
  );
  await (await store.lock(SLICE)).free();
});

test('neighbours are those that are live, and old releases go', async () => {
  await released(store, SLICE, '1.0.0', '1.1.0', '1.2.0');
  await released(store, 'shell', '2.0.0');
  expect((await store.liveContracts()).map(({ slice, version }) => `${slice} ${version}`)).toEqual([
    'mf-catalog 1.2.0',
    'shell 2.0.0',
  ]);
  expect(await prune(store, SLICE, { kept: 1 })).toEqual(['1.0.0']);
  expect(await store.versions(SLICE)).toEqual(['1.1.0', '1.2.0']);
});
