import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBucket } from '@rangavalli/build-kit/serve/bucket';

/** The project's root folder: this file lies at `tools/store/dist` below it. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** The compiler. */
export const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** Where everything lies that a store keeps. */
export interface DataPaths {
  dataDir: string;
  run: string;
  accounts: string;
  secrets: string;
  seeded: string;
  /** What was put into the release store last. */
  adopted: string;
  logs: string;
  mail: string;
  /** nats-server's users and what each may do. */
  natsConfig: string;
  /** The release store, every release of every slice: RELEASE_STORE where that is a folder, or a folder of the store's own. */
  releases: string;
  /** The release store of remotes: the same folder, or the bucket that RELEASE_STORE names. */
  remoteReleases: string;
}

/** Paths below DATA_DIR (absolute, or relative to the project), `.data` by default. */
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
