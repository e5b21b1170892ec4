import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adoptBuilds, hashOfReleases, releaseKeyFile } from './releases.js';

describe('adoptBuilds', () => {
  const { log } = console;
  let folder: string;
  let stamp: string;
  const pathsWith = (releases: string) => ({ releases, remoteReleases: releases, adopted: stamp });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
    stamp = path.join(folder, 'adopted.sha256');
    console.log = () => undefined;
  });
  afterEach(() => {
    console.log = log;
    rmSync(folder, { recursive: true });
  });

  it('fails with the name of the release store and the reason', async () => {
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    await expect(adoptBuilds(pathsWith(file))).rejects.toThrow(
      new RegExp(`to the release store ${file} failed:[^]*ENOTDIR`),
    );
    writeFileSync(stamp, 'another state');
    await expect(adoptBuilds(pathsWith(file))).rejects.toThrow(/failed/);
  });

  it('does nothing while builds and releases are unchanged', async () => {
    const releases = path.join(folder, 'releases');
    mkdirSync(path.join(releases, 'order/0.1.0'), { recursive: true });
    writeFileSync(stamp, hashOfReleases(releases, { keys: releaseKeyFile(folder) }) ?? '');
    await adoptBuilds(pathsWith(releases));
  });

  it('runs again after a release, a removal, a rollback, or with another store', () => {
    const releases = path.join(folder, 'releases');
    const live = (version: string): void =>
      writeFileSync(path.join(releases, 'order/live.json'), JSON.stringify({ live: version }));
    const states = [hashOfReleases(releases)];
    const changes = [
      () => mkdirSync(path.join(releases, 'order/0.1.0'), { recursive: true }),
      () => live('0.1.0'),
      () => mkdirSync(path.join(releases, 'order/0.2.0')),
      () => live('0.2.0'),
      () => rmSync(path.join(releases, 'order/0.1.0'), { recursive: true }),
    ];
    for (const change of changes) {
      change();
      states.push(hashOfReleases(releases));
    }
    mkdirSync(path.join(folder, 'other'));
    states.push(hashOfReleases(path.join(folder, 'other')));
    expect(new Set(states).size).toBe(states.length);
    expect(hashOfReleases(releases)).toBe(states.at(-2));
  });

  it('runs again when the key of releases was replaced', () => {
    const releases = path.join(folder, 'releases');
    const keys = releaseKeyFile(folder);
    const states = [hashOfReleases(releases, { keys })];
    for (const content of ['one', 'two']) {
      writeFileSync(keys, content);
      states.push(hashOfReleases(releases, { keys }));
    }
    expect(new Set(states).size).toBe(3);
  });

  it('always reads a bucket, which others change too', () => {
    expect(hashOfReleases('s3://shop/releases')).toBeUndefined();
  });
});
