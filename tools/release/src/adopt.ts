import { createHash } from 'node:crypto';
import path from 'node:path';
import { ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import { builtRemote, stamped } from './build.js';
import { contractOf, frontends, slices } from './contract/contract-of.js';
import { isRemote } from './remotes.js';
import { goLive, nextVersion } from './store/change.js';
import type { ReleaseStore, StoredRelease } from './store/release-store.js';

const folderOf = (slice: string): string => path.join(ROOT, slice === 'gateway' || frontends.includes(slice) ? slice : `services/${slice}`);

/**
 * Makes the release store say what a store that is started from this checkout serves. A remote's build that was never
 * released is put in and made live; one that was released before stays as it is, also when it was rolled back.
 * Services, gateway and shell are started from their own folders: of them the store keeps the contract, and it is live.
 * @returns what went live, `slice version`
 */
export async function adoptAll(store: ReleaseStore, which = slices): Promise<string[]> {
  const found = await Promise.all(which.map((slice) => adopt(store, slice)));
  return found.filter((line) => line !== undefined);
}

async function adopt(store: ReleaseStore, slice: string): Promise<string | undefined> {
  const lock = await store.lock(slice);
  try {
    const built = isRemote(slice) ? builtRemote(folderOf(slice)) : undefined;
    const contract = await contractOf(slice, '');
    const hash = built?.hash ?? createHash('sha256').update(JSON.stringify(contract)).digest('hex');
    const known = await Promise.all((await store.versions(slice)).map((version) => store.release(slice, version)));
    const same = known.findLast((release) => release?.build === hash);
    const live = (await store.live(slice))?.live;
    const isThere = known.some((release) => release?.version === live);
    if (same && isThere && (built || same.version === live)) return undefined;
    const version = same?.version ?? (await nextVersion(store, slice, workspaceAt(folderOf(slice)).version));
    const next: StoredRelease = built ? stamped(built, version) : { slice, version, build: hash, at: new Date().toISOString() };
    if (!same) await store.put(next, { ...contract, version }, built?.files);
    await goLive(store, lock, version);
    return `${slice} ${version}`;
  } finally {
    await lock.free();
  }
}
