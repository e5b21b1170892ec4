import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { messageOf, Refusal } from '@rangavalli/build-kit/command/report';
import { Bucket, isBucket } from '@rangavalli/build-kit/serve/bucket';
import { BucketStore } from './bucket-store.js';
import { FolderStore } from './folder-store.js';
import type { ReleaseStore } from './release-store.js';

/** Returns the store at RELEASE_STORE, a folder or `s3://<bucket>/<prefix>`; by default at `<DATA_DIR>/releases`. */
export function configuredStore(): ReleaseStore {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return storeAt(process.env['RELEASE_STORE'] || path.join(process.env['DATA_DIR'] || '.data', 'releases'));
}

/** @throws Refusal when it is neither a folder nor a bucket with valid settings */
export function storeAt(place: string): ReleaseStore {
  if (!isBucket(place)) {
    if (/^\w+:\/\//.test(place)) throw new Refusal(`RELEASE_STORE=${place}: a folder, or s3://<bucket>/<prefix>.`);
    return new FolderStore(path.resolve(ROOT, place));
  }
  try {
    return new BucketStore(new Bucket(place));
  } catch (error) {
    throw new Refusal(`RELEASE_STORE: ${messageOf(error)}`);
  }
}
