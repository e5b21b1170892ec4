import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adoptBuilds, stateOf } from './releases.js';

describe('what was built goes into the release store', () => {
  const { log } = console;
  let folder: string;
  let noted: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
    noted = path.join(folder, 'adopted.sha256');
    console.log = () => undefined;
  });
  afterEach(() => {
    console.log = log;
    rmSync(folder, { recursive: true });
  });

  it('which, when it cannot be used, stops the start with its name and the reason', async () => {
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    await expect(adoptBuilds(file, noted)).rejects.toThrow(
      new RegExp(`could not be put into the release store ${file}:[^]*ENOTDIR`),
    );
    // What was noted of it at another time does not count any more.
    writeFileSync(noted, 'another state');
    await expect(adoptBuilds(file, noted)).rejects.toThrow(/could not be put/);
  });

  it('once: nothing is done while all is as it was noted', async () => {
    const releases = path.join(folder, 'releases');
    mkdirSync(path.join(releases, 'order/0.1.0'), { recursive: true });
    writeFileSync(noted, stateOf(releases) ?? '');
    await adoptBuilds(releases, noted);
  });

  it('again, when a release came or went, another one is live, or it is another store', () => {
    const releases = path.join(folder, 'releases');
    const live = (version: string): void =>
      writeFileSync(path.join(releases, 'order/live.json'), JSON.stringify({ live: version }));
    const states = [stateOf(releases)];
    const changes = [
      () => mkdirSync(path.join(releases, 'order/0.1.0'), { recursive: true }),
      () => live('0.1.0'),
      () => mkdirSync(path.join(releases, 'order/0.2.0')),
      () => live('0.2.0'),
      () => rmSync(path.join(releases, 'order/0.1.0'), { recursive: true }),
    ];
    for (const change of changes) {
      change();
      states.push(stateOf(releases));
    }
    mkdirSync(path.join(folder, 'other'));
    states.push(stateOf(path.join(folder, 'other')));
    expect(new Set(states).size).toBe(states.length);
    expect(stateOf(releases)).toBe(states.at(-2));
  });

  it('always asks a bucket, which others change too', () => {
    expect(stateOf('s3://shop/releases')).toBeUndefined();
  });
});
