import { createHash } from 'node:crypto';
import path from 'node:path';
import { ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import { type Build, builtRemote, stamped } from './build.js';
import { contractOf, frontends, slices } from './contract/contract-of.js';
import type { SliceContract } from './contract/slice-contract.js';
import { isRemote } from './remotes.js';
import { goLive, nextVersion } from './store/change.js';
import type { ReleaseStore, StoredRelease } from './store/release-store.js';

const folderOf = (slice: string): string =>
  path.join(ROOT, slice === 'gateway' || frontends.includes(slice) ? slice : `services/${slice}`);

/** What a store that is started from this checkout serves of a slice. */
interface Found {
  slice: string;
  /** Version of its package: that of its first release. */
  first: string;
  contract: SliceContract;
  /** Its files, of a remote. */
  built?: Build | undefined;
}

/**
 * Makes the release store say what a store that is started from this checkout serves. A remote's build that was never
 * released is put in and made live; where a command decided what is live (a release, a rollback), a build that is known stays
 * where it is. Services, gateway and shell are started from their own folders: of them the store keeps the contract, and it is live.
 * @returns what went live, `slice version`
 */
export async function adoptAll(store: ReleaseStore, which = slices): Promise<string[]> {
  // A store that can't be used is told of before anything is looked for.
  await Promise.all(which.map((slice) => store.versions(slice)));
  const lines = await Promise.all(which.map(async (slice) => adopt(store, await find(slice))));
  return lines.filter((line) => line !== undefined);
}

async function find(slice: string): Promise<Found> {
  const folder = folderOf(slice);
  return {
    slice,
    first: workspaceAt(folder).version,
    contract: await contractOf(slice, ''),
    built: isRemote(slice) ? builtRemote(folder) : undefined,
  };
}

/** The same for one slice. */
export async function adopt(
  store: ReleaseStore,
  { slice, first, contract, built }: Found,
): Promise<string | undefined> {
  const lock = await store.lock(slice);
  try {
    const hash = built?.hash ?? createHash('sha256').update(JSON.stringify(contract)).digest('hex');
    const known = await Promise.all((await store.versions(slice)).map((version) => store.release(slice, version)));
    const same = known.findLast((release) => release?.build === hash);
    const now = await store.live(slice);
    const isThere = known.some((release) => release?.version === now?.live);
    const wasDecided = built !== undefined && now?.history.at(-1)?.what !== 'started';
    if (same && isThere && (wasDecided || same.version === now?.live)) return undefined;
    const version = same?.version ?? (await nextVersion(store, slice, first));
    const next: StoredRelease = built
      ? stamped(built, version)
      : { slice, version, build: hash, at: new Date().toISOString() };
    if (!same) await store.put(next, { ...contract, version }, built?.files);
    await goLive(store, lock, version, 'started');
    return `${slice} ${version}`;
  } finally {
    await lock.free();
  }
}
