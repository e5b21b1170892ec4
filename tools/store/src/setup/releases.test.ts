import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicReleaseKeysIn } from '@rangavalli/build-kit/serve/release-signature';
import { adoptBuilds, hashOfReleases, releaseKeyFile, releasePublicKeysOf } from './releases.js';

describe('adoptBuilds', () => {
  const { log } = console;
  const env = { ...process.env };
  let folder: string;
  let stamp: string;
  const pathsWith = (releases: string) => ({ releases, remoteReleases: releases, adopted: stamp });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
    stamp = path.join(folder, 'adopted.sha256');
    console.log = () => undefined;
    delete process.env['RELEASE_STORE'];
  });
  afterEach(() => {
    console.log = log;
    process.env = { ...env };
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

  it('uses the keys of its data, and those of the environment only for a store elsewhere', async () => {
    const own = publicReleaseKeysIn(releaseKeyFile(folder));
    Object.assign(process.env, { RELEASE_SIGNING_KEY: 'of containers', RELEASE_PUBLIC_KEYS: 'of containers' });
    expect(releasePublicKeysOf({ dataDir: folder })).toBe(own);
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    await expect(adoptBuilds(pathsWith(file))).rejects.toThrow('ENOTDIR');
    process.env['RELEASE_STORE'] = file;
    expect(releasePublicKeysOf({ dataDir: folder })).toBe('of containers');
    await expect(adoptBuilds(pathsWith(file))).rejects.toThrow('RELEASE_SIGNING_KEY must be');
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
    Object.assign(process.env, { RELEASE_STORE: releases, RELEASE_SIGNING_KEY: 'of containers' });
    states.push(hashOfReleases(releases, { keys }));
    expect(new Set(states).size).toBe(4);
  });

  it('always reads a bucket, which others change too', () => {
    expect(hashOfReleases('s3://shop/releases')).toBeUndefined();
  });
});
