import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBucket } from '@rangavalli/build-kit/serve/bucket';

/** The project's root folder; this file is compiled into `tools/store/dist`. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** Absolute paths of a store's data. */
export interface DataPaths {
  dataDir: string;
  run: string;
  accounts: string;
  secrets: string;
  seeded: string;
  /** Hash of what was put into the release store last. */
  adopted: string;
  logs: string;
  mail: string;
  natsConfig: string;
  /** The release store: RELEASE_STORE where that is a folder, or a folder below DATA_DIR. */
  releases: string;
  /** The release store of remotes: the same folder, or the bucket in RELEASE_STORE. */
  remoteReleases: string;
}

/** Returns the paths below DATA_DIR, which is absolute or relative to the project. */
export function dataPaths(dataDir = '.data'): DataPaths {
  const folder = path.resolve(ROOT, dataDir);
  const file = (name: string): string => path.join(folder, name);
  const releases = process.env['RELEASE_STORE'] || file('releases');
  return {
    dataDir: folder,
    run: file('run.json'),
    accounts: file('accounts.json'),
    secrets: file('secrets.json'),
    seeded: file('seeded.json'),
    adopted: file('adopted.sha256'),
    logs: file('logs'),
    mail: file('mail'),
    natsConfig: file('nats.conf'),
    releases: isBucket(releases) ? file('releases') : path.resolve(ROOT, releases),
    remoteReleases: isBucket(releases) ? releases : path.resolve(ROOT, releases),
  };
}
