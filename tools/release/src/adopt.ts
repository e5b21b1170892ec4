import { createHash } from 'node:crypto';
import path from 'node:path';
import { isSignedBy } from '@rangavalli/build-kit/serve/release-signature';
import { ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import { type Build, builtRemote, stamped } from './build.js';
import { contractOf, frontends, remoteSlices, slices } from './contract/contract-of.js';
import type { SliceContract } from './contract/slice-contract.js';
import { configuredKeys, type ReleaseKeys } from './store/keys.js';
import { goLive, nextVersion } from './store/change.js';
import type { ReleaseStore, StoredRelease } from './store/release-store.js';

const folderOf = (slice: string): string =>
  path.join(ROOT, slice === 'gateway' || frontends.includes(slice) ? slice : `services/${slice}`);

interface Found {
  slice: string;
  /** The version of its package, for its first release. */
  first: string;
  contract: SliceContract;
  built?: Build | undefined;
}

/**
 * Adds to the release store what a store that is started from this checkout runs. A remote's new build becomes live;
 * where the last change was a release or a rollback, a known build does not change what is live. Services, gateway and
 * shell run from their folders: the store keeps only their contracts.
 * @returns what became live, as `slice version`
 */
export async function adoptAll(
  store: ReleaseStore,
  which = slices,
  keys: ReleaseKeys = configuredKeys(),
): Promise<string[]> {
  // Fails early when the store can't be used.
  await Promise.all(which.map((slice) => store.versions(slice)));
  const lines = await Promise.all(which.map(async (slice) => adopt(store, await find(slice), keys)));
  return lines.filter((line) => line !== undefined);
}

async function find(slice: string): Promise<Found> {
  const folder = folderOf(slice);
  return {
    slice,
    first: workspaceAt(folder).version,
    contract: await contractOf(slice, ''),
    built: remoteSlices.includes(slice) ? builtRemote(folder) : undefined,
  };
}

export async function adopt(
  store: ReleaseStore,
  { slice, first, contract, built }: Found,
  keys: ReleaseKeys,
): Promise<string | undefined> {
  const lock = await store.lock(slice);
  try {
    const hash = built?.hash ?? createHash('sha256').update(JSON.stringify(contract)).digest('hex');
    const known = await Promise.all((await store.versions(slice)).map((version) => store.release(slice, version)));
    // The shell refuses a release with another signature.
    const isUsable = ({ signed }: StoredRelease) => !built || isSignedBy(signed, keys);
    const same = known.findLast((release) => release?.build === hash && isUsable(release));
    const now = await store.live(slice);
    const isThere = known.some((release) => release && release.version === now?.live && isUsable(release));
    const wasDecided = built !== undefined && now?.history.at(-1)?.what !== 'started';
    if (same && isThere && (wasDecided || same.version === now?.live)) return undefined;
    const version = same?.version ?? (await nextVersion(store, slice, first));
    const next: StoredRelease = built
      ? stamped(built, version, keys[0])
      : { slice, version, build: hash, at: new Date().toISOString() };
    if (!same) await store.put(next, { ...contract, version }, built?.files);
    await goLive(store, lock, version, 'started');
    return `${slice} ${version}`;
  } finally {
    await lock.free();
  }
}
