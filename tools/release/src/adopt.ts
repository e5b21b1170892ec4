import { createHash } from 'node:crypto';
import path from 'node:path';
import { remotes } from '@rangavalli/contracts/fragments';
import { ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import { builtRemote, stamped } from './build.js';
import { contractOf, slices } from './contract/contract-of.js';
import { goLive, nextVersion } from './store/change.js';
import type { FolderStore } from './store/folder-store.js';
import type { StoredRelease } from './store/release-store.js';

const isRemote = (slice: string): boolean => Object.values(remotes).some((remote) => remote.slice === slice);
const folderOf = (slice: string): string => path.join(ROOT, slice === 'shell' || slice === 'gateway' || isRemote(slice) ? slice : `services/${slice}`);

/**
 * Puts what is built in this checkout into the release store and makes it live, where it was never released: so that a
 * store that is started serves what was written. What was released stays as it is, also when it was rolled back.
 * Of services and the shell, which are started from their own folders, the store keeps the contract alone.
 * @returns what was released, `slice version`
 */
export async function adoptAll(store: FolderStore): Promise<string[]> {
  const found = await Promise.all(slices.map((slice) => adopt(store, slice)));
  return found.filter((line) => line !== undefined);
}

async function adopt(store: FolderStore, slice: string): Promise<string | undefined> {
  const lock = await store.lock(slice);
  try {
    const built = isRemote(slice) ? builtRemote(folderOf(slice)) : undefined;
    const hash = built?.hash ?? (await contractHash(slice));
    const known = await Promise.all((await store.versions(slice)).map((version) => store.release(slice, version)));
    const same = known.findLast((release) => release?.build === hash);
    if (same && (await store.live(slice))) return undefined;
    const version = same?.version ?? (await nextVersion(store, slice, workspaceAt(folderOf(slice)).version));
    const next: StoredRelease = built ? stamped(built, version) : { slice, version, build: hash, at: new Date().toISOString() };
    if (!same) await store.put(next, await contractOf(slice, version), built?.files);
    await goLive(store, lock, version);
    return `${slice} ${version}`;
  } finally {
    await lock.free();
  }
}

const contractHash = async (slice: string): Promise<string> => createHash('sha256').update(JSON.stringify(await contractOf(slice, ''))).digest('hex');
