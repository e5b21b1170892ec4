import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { contractFor, released, releaseOf, Scratch } from '../testing/releases.js';
import { goLive } from './change.js';
import { FolderStore } from './folder-store.js';

const SLICE = 'mf-catalog';
let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());
const [FUTURE, PAST] = ['2126-01-15T09:30:00.000Z', '2026-01-15T09:30:00.000Z'];
const writeLock = (lock: object): void =>
  writeFileSync(
    inStore('.lock'),
    JSON.stringify({ pid: process.pid, token: 'another', host: hostname(), until: FUTURE, ...lock }),
  );
const inStore = (...names: string[]): string => path.join(scratch.store.root, SLICE, ...names);

describe('a release in the store', () => {
  test('has its files, its contract and what it is', async () => {
    const files = scratch.files({
      'remoteEntry.0123456789.js': 'one',
      'remoteEntry.0123456789.js.br': 'packed',
      'release.json': 'of the build',
      'release.json.br': 'compressed',
    });
    await scratch.store.put(releaseOf(SLICE, '1.0.0'), contractFor(SLICE, '1.0.0'), { client: files });
    expect(readdirSync(inStore('1.0.0', 'client')).toSorted()).toEqual([
      'remoteEntry.0123456789.js',
      'remoteEntry.0123456789.js.br',
    ]);
    expect(await scratch.store.release(SLICE, '1.0.0')).toEqual(releaseOf(SLICE, '1.0.0'));
    expect(await scratch.store.contract(SLICE, '1.0.0')).toEqual(contractFor(SLICE, '1.0.0'));
  });

  test('never changes', async () => {
    await scratch.store.put(releaseOf(SLICE, '1.0.0'), contractFor(SLICE, '1.0.0'), {
      client: scratch.files({ 'a.js': 'first' }),
    });
    await expect(
      scratch.store.put(releaseOf(SLICE, '1.0.0', 'other'), contractFor(SLICE, '1.0.0'), {
        client: scratch.files({ 'a.js': 'second' }),
      }),
    ).rejects.toThrow('1.0.0 is in the release store already, and a release never changes');
    expect(readFileSync(inStore('1.0.0', 'client/a.js'), 'utf8')).toBe('first');
    expect(readdirSync(inStore())).toEqual(['1.0.0']);
  });

  test('is there whole or not at all', async () => {
    await expect(
      scratch.store.put(releaseOf(SLICE, '1.0.0'), contractFor(SLICE, '1.0.0'), {
        client: path.join(scratch.root, 'nowhere'),
      }),
    ).rejects.toThrow('ENOENT');
    expect([await scratch.store.versions(SLICE), readdirSync(inStore())]).toEqual([[], []]);
  });

  test('versions go by their numbers, and what is no version is none', async () => {
    await released(scratch.store, SLICE, '1.9.0', '1.10.0', '1.10.0-beta.1');
    expect(await scratch.store.versions(SLICE)).toEqual(['1.9.0', '1.10.0-beta.1', '1.10.0']);
    expect(await scratch.store.versions('nobody')).toEqual([]);
  });
});

describe('what is live', () => {
  test('is replaced in one step: a reader sees the old or the new, never half of it', async () => {
    await released(scratch.store, SLICE, '1.0.0', '1.1.0');
    const seen = new Set<string>();
    let flipping = true;
    const reader = (async () => {
      while (flipping) {
        seen.add((await scratch.store.live(SLICE))?.live ?? 'none');
      }
    })();
    const lock = await scratch.store.lock(SLICE);
    for (let turn = 0; turn < 200; turn++) await goLive(scratch.store, lock, turn % 2 ? '1.1.0' : '1.0.0');
    flipping = false;
    await reader;
    expect([...seen].toSorted()).toEqual(['1.0.0', '1.1.0']);
    expect(readdirSync(inStore()).toSorted()).toEqual(['.lock', '1.0.0', '1.1.0', 'live.json']);
  });

  test('is never a version that is not there', async () => {
    await released(scratch.store, SLICE, '1.0.0');
    const lock = await scratch.store.lock(SLICE);
    await expect(goLive(scratch.store, lock, '1.1.0')).rejects.toThrow('mf-catalog 1.1.0 is not in the release store');
    expect((await scratch.store.live(SLICE))?.live).toBe('1.0.0');
  });

  test('is named when it is damaged', async () => {
    await released(scratch.store, SLICE, '1.0.0');
    writeFileSync(inStore('live.json'), '{"live": "1.0');
    await expect(scratch.store.live(SLICE)).rejects.toThrow(`${inStore('live.json')} is damaged`);
  });
});

describe('one release of a slice at a time', () => {
  test('another is refused until it is done; other slices are free', async () => {
    const lock = await scratch.store.lock(SLICE);
    await expect(scratch.store.lock(SLICE)).rejects.toThrow(
      `being released already, by process ${process.pid} on ${hostname()}. Try again when it is done.\nThe lock is ${inStore('.lock')}. It expires at 20`,
    );
    await (await scratch.store.lock('mf-admin')).free();
    await lock.free();
    await (await scratch.store.lock(SLICE)).free();
  });

  test('what a killed release left is removed, at the latest when its lock expires', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    await released(scratch.store, SLICE, '1.0.0');
    for (const name of ['.coming-1', '.going-1']) mkdirSync(inStore(name, 'client'), { recursive: true });
    writeFileSync(inStore('.live-1.json'), '{');
    writeLock({ pid: ended });
    await (await scratch.store.lock(SLICE)).free();
    expect(readdirSync(inStore()).toSorted()).toEqual(['1.0.0', 'live.json']);
    // Another process has its id.
    writeLock({ until: PAST });
    await (await scratch.store.lock(SLICE)).free();
  });

  test('a lock of another host, whose processes can not be checked, expires', async () => {
    await (await scratch.store.lock(SLICE)).free();
    writeLock({ pid: 1, host: 'runner-2' });
    await expect(scratch.store.lock(SLICE)).rejects.toThrow(
      `by process 1 on runner-2. Try again when it is done.\nThe lock is ${inStore('.lock')}. It expires at 2126-01-15`,
    );
    writeLock({ pid: 1, host: 'runner-2', until: PAST });
    await (await scratch.store.lock(SLICE)).free();
  });

  test('another process makes a release live with the token of the lock', async () => {
    await released(scratch.store, SLICE, '1.0.0', '1.1.0');
    const { token, free } = await scratch.store.lock(SLICE);
    await goLive(new FolderStore(scratch.store.root), { slice: SLICE, token }, '1.0.0');
    expect((await scratch.store.live(SLICE))?.live).toBe('1.0.0');
    await free();
    await expect(goLive(scratch.store, { slice: SLICE, token }, '1.1.0')).rejects.toThrow('came in between');
  });

  test('a folder that can not be written is named', async () => {
    await expect(new FolderStore('/sys').lock(SLICE)).rejects.toThrow(/^The release store \/sys can't be changed: \w+/);
  });

  test('who no longer holds the slice changes nothing', async () => {
    await released(scratch.store, SLICE, '1.0.0', '1.1.0');
    const lock = await scratch.store.lock(SLICE);
    writeLock({});
    await expect(goLive(scratch.store, lock, '1.0.0')).rejects.toThrow('came in between; nothing was changed');
    expect((await scratch.store.live(SLICE))?.live).toBe('1.1.0');
    await lock.free();
    expect(readdirSync(inStore()).toSorted()).toEqual(['.lock', '1.0.0', '1.1.0', 'live.json']);
  });
});
