import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { FolderStore } from './folder-store.js';

/** The release store of RELEASE_STORE (a folder), or that of the store started here (`<DATA_DIR>/releases`). `.env` is read. */
export function configuredStore(): FolderStore {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const place = process.env['RELEASE_STORE'] || path.join(process.env['DATA_DIR'] || '.data', 'releases');
  if (/^\w+:\/\//.test(place)) throw new Refusal(`RELEASE_STORE=${place}: only a folder is understood.`);
  return new FolderStore(path.resolve(ROOT, place));
}
