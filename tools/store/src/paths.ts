import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
  logs: string;
  mail: string;
  /** nats-server's users and what each may do. */
  natsConfig: string;
  /** The release store: RELEASE_STORE, or a folder of the store's own. */
  releases: string;
}

/** Paths below DATA_DIR (absolute, or relative to the project), `.data` by default. */
export function dataPaths(dataDir = '.data'): DataPaths {
  const folder = path.resolve(ROOT, dataDir);
  const file = (name: string): string => path.join(folder, name);
  return {
    dataDir: folder,
    run: file('run.json'),
    accounts: file('accounts.json'),
    secrets: file('secrets.json'),
    seeded: file('seeded.json'),
    logs: file('logs'),
    mail: file('mail'),
    natsConfig: file('nats.conf'),
    releases: path.resolve(ROOT, process.env['RELEASE_STORE'] || file('releases')),
  };
}
