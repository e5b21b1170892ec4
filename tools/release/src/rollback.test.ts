import { rollback } from './rollback.js';
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
