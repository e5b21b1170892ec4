import { createHash } from 'node:crypto';
import path from 'node:path';
import { isSignedBy } from '@rangavalli/build-kit/serve/release-signature';
import { ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import { type Build, builtRemote, stamped } from './build.js';
import { contractOf, processSlices, remoteSlices } from './contract/contract-of.js';
import type { SliceContract } from './contract/slice-contract.js';
import { builtProgram, folderOfProcess } from './program.js';
import { goLive, KEPT, KEPT_PROGRAMS, liveVersions, nextVersion, prune } from './store/change.js';
import { configuredKeys, type ReleaseKeys } from './store/keys.js';
import type { BuiltFiles, ReleaseStore, StoredRelease } from './store/release-store.js';

interface Found {
  slice: string;
  /** The version of its package, for its first release. */
  first: string;
  /** Reads the sources, which takes longer than all else. */
  contract: () => Promise<SliceContract>;
  /** Without it only the contract is added. */
  built?: { hash: string; files: BuiltFiles; remote?: Build } | undefined;
}

/**
 * Adds to the release store what a store that is started from this checkout runs. A new build becomes live; where the
 * last change was a release or a rollback, a known build does not change what is live.
 * @returns what became live, as `slice version`
 */
export async function adoptAll(
  store: ReleaseStore,
  which: readonly string[],
  keys: ReleaseKeys = configuredKeys(),
): Promise<string[]> {
  return adoptEach(
    store,
    which,
    (slice) => {
      if (!remoteSlices.includes(slice)) return find(slice, folderOfProcess(slice), builtProgram(slice));
      const remote = builtRemote(path.join(ROOT, slice));
      return find(slice, slice, { hash: remote.hash, files: { client: remote.files }, remote });
    },
    keys,
  );
}

/**
 * Makes the contracts of the live services, gateway and shell live in a store that does not keep their programs:
 * releases of remotes are compared with them.
 * @param programs has what is live, which a rollback may have chosen
 * @returns what became live, as `slice version`
 */
export async function adoptContracts(
  store: ReleaseStore,
  programs: ReleaseStore,
  keys: ReleaseKeys = configuredKeys(),
): Promise<string[]> {
  const lines = await Promise.all(
    processSlices.map(async (slice) => {
      const now = await programs.live(slice);
      return now && adoptContract(store, await programs.contract(slice, now.live), keys);
    }),
  );
  return lines.filter((line) => line !== undefined);
}

/** Makes the contract of a process live in a store that does not keep its program. */
export const adoptContract = (
  store: ReleaseStore,
  contract: SliceContract,
  keys: ReleaseKeys = configuredKeys(),
): Promise<string | undefined> => {
  const { slice, version } = contract;
  // Without the version of its program, which is another one.
  return adopt(store, { slice, first: version, contract: async () => ({ ...contract, version: '' }) }, keys);
};

async function adoptEach(
  store: ReleaseStore,
  which: readonly string[],
  findOne: (slice: string) => Found,
  keys: ReleaseKeys,
): Promise<string[]> {
  // Fails early when the store can't be used.
  await Promise.all(which.map((slice) => store.versions(slice)));
  const lines = await Promise.all(which.map(async (slice) => adopt(store, findOne(slice), keys)));
  return lines.filter((line) => line !== undefined);
}

const find = (slice: string, folder: string, built?: Found['built']): Found => ({
  slice,
  first: workspaceAt(path.join(ROOT, folder)).version,
  contract: () => contractOf(slice, '', built?.remote?.release.pages),
  built,
});

export async function adopt(
  store: ReleaseStore,
  { slice, first, contract, built }: Found,
  keys: ReleaseKeys,
): Promise<string | undefined> {
  const lock = await store.lock(slice);
  try {
    const hash =
      built?.hash ??
      createHash('sha256')
        .update(JSON.stringify(await contract()))
        .digest('hex');
    const known = await Promise.all((await store.versions(slice)).map((version) => store.release(slice, version)));
    // The shell refuses a remote's release with another signature.
    const isUsable = ({ signed }: StoredRelease) => !built?.remote || isSignedBy(signed, keys);
    const now = await store.live(slice);
    // What was added and never went live, as a refused release, does not count.
    const wereLive = now && liveVersions(now);
    const same = known.findLast(
      (release) => release?.build === hash && isUsable(release) && wereLive?.has(release.version),
    );
    const isThere = known.some((release) => release && release.version === now?.live && isUsable(release));
    const wasDecided = built !== undefined && now?.history.at(-1)?.what !== 'started';
    if (same && isThere && (wasDecided || same.version === now?.live)) return undefined;
    const version = same?.version ?? (await nextVersion(store, slice, first));
    const next: StoredRelease = built?.remote
      ? stamped(built.remote, version, keys[0])
      : { slice, version, build: hash, at: new Date().toISOString() };
    if (!same) await store.put(next, { ...(await contract()), version }, built?.files);
    await goLive(store, lock, version, 'started');
    await prune(store, slice, { kept: keptReleases(slice) });
    return `${slice} ${version}`;
  } finally {
    await lock.free();
  }
}

/** Returns how many releases of a slice are kept besides the live one: pages that are open need those of frontends. */
export const keptReleases = (slice: string): number =>
  slice === 'shell' || remoteSlices.includes(slice) ? KEPT : KEPT_PROGRAMS;
