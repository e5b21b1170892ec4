// A release never changes: its files are compared with their hashes before they run or are served.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { Integrity } from '@rangavalli/build-kit/serve/release-file';
import { integrityOfFiles } from '@rangavalli/build-kit/serve/release-signature';
import { PROGRAM, storedProgramHash } from '../program.js';
import { FolderStore } from './folder-store.js';
import type { ReleaseStore, StoredRelease } from './release-store.js';

const DECOMPRESS = { '.br': brotliDecompressSync, '.gz': gunzipSync };

/**
 * Browsers verify the files of a bucket.
 * @throws Refusal that names the release when its files are not those that were released
 */
export async function requireIntact(store: ReleaseStore, slice: string, version: string): Promise<void> {
  if (!(store instanceof FolderStore) || (await isIntact(store, slice, version))) return;
  throw new Refusal(`The files of ${slice} ${version} in the release store have changed since its release.
If it is live, remove ${path.join(store.root, slice, version)} and start the store: it releases the build of this checkout.`);
}

/** @throws Refusal that names the first live release whose files have changed */
export async function requireIntactLive(store: FolderStore, slices: readonly string[]): Promise<void> {
  for (const slice of slices) {
    const live = (await store.live(slice))?.live;
    if (live !== undefined) await requireIntact(store, slice, live);
  }
}

/** Returns the kept releases whose files have changed, as `order 1.2.0`. */
export async function findDamaged(store: FolderStore, slices: readonly string[]): Promise<string[]> {
  const damaged: string[] = [];
  for (const slice of slices)
    for (const version of await store.versions(slice))
      if (!(await isIntact(store, slice, version))) damaged.push(`${slice} ${version}`);
  return damaged;
}

/** A release without files, which only records a contract, is intact. */
async function isIntact(store: FolderStore, slice: string, version: string): Promise<boolean> {
  const release: (StoredRelease & { integrity?: Integrity }) | undefined = await store.release(slice, version);
  if (!release) return false;
  const folder = path.join(store.root, slice, version);
  const client = path.join(folder, 'client');
  try {
    if (existsSync(client) && !areCopiesEqual(client)) return false;
    if (release.integrity) return isEqual(integrityOfFiles(client), release.integrity);
    return !existsSync(path.join(folder, PROGRAM)) || storedProgramHash(folder) === release.build;
  } catch {
    return false; // a file that is missing or can't be decompressed
  }
}

/** Hashes cover the files; browsers mostly get the compressed copies. */
function areCopiesEqual(folder: string): boolean {
  return readdirSync(folder).every((name) => {
    const decompress = (DECOMPRESS as Record<string, typeof gunzipSync | undefined>)[path.extname(name)];
    if (!decompress) return true;
    const file = path.join(folder, name);
    return decompress(readFileSync(file)).equals(readFileSync(file.slice(0, -path.extname(name).length)));
  });
}

const isEqual = (found: Integrity, released: Integrity): boolean =>
  Object.keys(found).length === Object.keys(released).length &&
  Object.entries(found).every(([name, hash]) => released[name] === hash);
