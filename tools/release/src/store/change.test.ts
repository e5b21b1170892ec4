import { live, released, releaseOf, contractFor, Scratch } from '../testing/releases.js';
import { goCanary, nextVersion, prune, rollbackTarget } from './change.js';
import type { ReleaseStore } from './release-store.js';

const SLICE = 'mf-catalog';
let scratch: Scratch;
let store: ReleaseStore;
beforeEach(() => {
  scratch = new Scratch();
  store = scratch.store;
});
afterEach(() => scratch.remove());

async function canary(version: string, share: number): Promise<void> {
  const lock = await store.lock(SLICE);
  await goCanary(store, lock, version, share).finally(() => lock.free());
}
const target = async (): Promise<string> => {
  const now = await store.live(SLICE);
  if (!now) throw new Error('nothing is live');
  return rollbackTarget(SLICE, now);
};

test('a release has the next patch after the highest, the version of its package, or the requested one', async () => {
  expect(await nextVersion(store, SLICE, '0.1.0')).toBe('0.1.0');
  await released(store, SLICE, '1.10.9', '1.9.0');
  expect(await nextVersion(store, SLICE, '0.1.0')).toBe('1.10.10');
  expect(await nextVersion(store, SLICE, '0.1.0', '2.0.0')).toBe('2.0.0');
  await expect(nextVersion(store, SLICE, '0.1.0', '1.9.0')).rejects.toThrow('is in the release store already');
  for (const wrong of ['v2.0.0', '2.0', 'newest', '../2.0.0'])
    await expect(nextVersion(store, SLICE, '0.1.0', wrong)).rejects.toThrow('a version is three numbers');
});

test('what went live, when and after what is kept', async () => {
  await released(store, SLICE, '1.0.0', '1.1.0');
  const { history } = (await store.live(SLICE)) ?? { history: [] };
  expect(history).toEqual([
    { at: expect.stringMatching(/Z$/), what: 'released', version: '1.0.0' },
    { at: expect.stringMatching(/Z$/), what: 'released', version: '1.1.0', from: '1.0.0' },
  ]);
});

test('a rollback leads to what was live before, also twice, and never before the first', async () => {
  await released(store, SLICE, '1.0.0', '1.1.0', '1.2.0');
  expect(await target()).toBe('1.1.0');
  await live(store, SLICE, '1.1.0');
  expect(await target()).toBe('1.2.0');
  await released(store, 'mf-admin', '1.0.0');
  const first = await store.live('mf-admin');
  expect(() => first && rollbackTarget('mf-admin', first)).toThrow('is the first release; there is none to go back to');
});

test('a release that was first made live by a rollback leads back to where it came from', async () => {
  await released(store, SLICE, '1.0.0');
  await store.put(releaseOf(SLICE, '1.1.0'), contractFor(SLICE, '1.1.0'));
  await live(store, SLICE, '1.1.0', 'rolled back');
  expect(await target()).toBe('1.0.0');
  await live(store, SLICE, '1.0.0', 'rolled back');
  await expect(target()).rejects.toThrow('1.0.0 is the first release');
});

test('a canary stands beside the live release, and a rollback takes it back', async () => {
  await expect(canary('1.0.0', 10)).rejects.toThrow('has no live release yet');
  await released(store, SLICE, '1.0.0');
  await store.put(releaseOf(SLICE, '1.1.0'), contractFor(SLICE, '1.1.0'));
  await canary('1.1.0', 10);
  expect(await store.live(SLICE)).toMatchObject({ live: '1.0.0', canary: { version: '1.1.0', share: 10 } });
  expect((await store.liveContracts()).map(({ version }) => version)).toEqual(['1.0.0', '1.1.0']);
  expect(await target()).toBe('1.0.0');
  await live(store, SLICE, '1.1.0');
  expect(await store.live(SLICE)).not.toHaveProperty('canary');
  await expect(canary('1.1.0', 10)).rejects.toThrow('is live for everybody');
});

test('old releases go, but not what is live or what a rollback leads to', async () => {
  await released(store, SLICE, '1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0');
  await live(store, SLICE, '1.0.0');
  expect(await prune(store, SLICE, { kept: 1 })).toEqual([]);
  await live(store, SLICE, '1.3.0');
  expect(await prune(store, SLICE, { kept: 2 })).toEqual(['1.1.0', '1.2.0']);
  expect(await store.versions(SLICE)).toEqual(['1.0.0', '1.3.0', '1.4.0']);
});

test('releases that never were live go first, but not the one that is being released', async () => {
  const add = (version: string) => store.put(releaseOf(SLICE, version), contractFor(SLICE, version));
  await released(store, SLICE, '1.0.0');
  const refused = ['1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5'];
  for (const version of refused) await add(version);
  expect(await prune(store, SLICE, { kept: 5 })).toEqual([]);
  await released(store, SLICE, '1.0.6', '1.0.7');
  await add('1.1.0');
  await canary('1.1.0', 10);
  await live(store, SLICE, '1.0.7');
  for (const version of ['0.9.0', '1.2.0']) await add(version);
  expect(await prune(store, SLICE, { kept: 5, coming: '0.9.0' })).toEqual(refused);
  expect(await store.versions(SLICE)).toEqual(['0.9.0', '1.0.0', '1.0.6', '1.0.7', '1.1.0', '1.2.0']);
});
