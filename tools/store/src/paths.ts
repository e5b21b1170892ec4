import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBucket } from '@rangavalli/build-kit/serve/bucket';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

export const cacheFolder = (program: string): string =>
  path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'rangavalli', program);

export type DataPaths = ReturnType<typeof dataPaths>;

/** @param dataDir absolute, or relative to the project */
export function dataPaths(dataDir = '.data') {
  const folder = path.resolve(ROOT, dataDir);
  const file = (name: string): string => path.join(folder, name);
  const releases = process.env['RELEASE_STORE'] || file('releases');
  return {
    dataDir: folder,
    run: file('run.json'),
    /** Claims of the process that runs the store, from before its build, and of a rotation. */
    storeLock: file('store.lock'),
    rotationLock: file('rotation.lock'),
    accounts: file('accounts.json'),
    secrets: file('secrets.json'),
    seeded: file('seeded.json'),
    /** Exists while documents are replaced by those of a backup. */
    restoring: file('restoring.json'),
    /** Hash of what was put into the release store last. */
    adopted: file('adopted.sha256'),
    logs: file('logs'),
    mail: file('mail'),
    /** In a folder of its own, which only its owner may enter. */
    controlSocket: file('control/supervisor.sock'),
    backupKeys: file('backup.key'),
    natsConfig: file('nats.conf'),
    natsData: file('nats'),
    /** The release store: RELEASE_STORE where that is a folder, or a folder below DATA_DIR. */
    releases: isBucket(releases) ? file('releases') : path.resolve(ROOT, releases),
    /** The release store of remotes: the same folder, or the bucket in RELEASE_STORE. */
    remoteReleases: isBucket(releases) ? releases : path.resolve(ROOT, releases),
  };
}
