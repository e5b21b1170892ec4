import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { contractFor, released, releaseOf, Scratch } from '../testing/releases.js';
import { goLive } from './change.js';

const SLICE = 'mf-catalog';
let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());
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
    await expect(scratch.store.lock(SLICE)).rejects.toThrow(`being released already, by process ${process.pid}`);
    await (await scratch.store.lock('mf-admin')).free();
    await lock.free();
    await (await scratch.store.lock(SLICE)).free();
  });

  test('what a killed release left is no hindrance', async () => {
    await (await scratch.store.lock(SLICE)).free();
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(inStore('.lock'), JSON.stringify({ token: 'gone', pid, host: hostname() }));
    await (await scratch.store.lock(SLICE)).free();
  });

  test('who no longer holds the slice changes nothing', async () => {
    await released(scratch.store, SLICE, '1.0.0', '1.1.0');
    const lock = await scratch.store.lock(SLICE);
    writeFileSync(inStore('.lock'), JSON.stringify({ token: 'another', pid: process.pid, host: hostname() }));
    await expect(goLive(scratch.store, lock, '1.0.0')).rejects.toThrow('came in between; nothing was changed');
    expect((await scratch.store.live(SLICE))?.live).toBe('1.1.0');
    await lock.free();
    expect(readdirSync(inStore()).toSorted()).toEqual(['.lock', '1.0.0', '1.1.0', 'live.json']);
  });
});
