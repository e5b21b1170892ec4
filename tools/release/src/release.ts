import type { PageDefinition } from '@rangavalli/contracts/pages';
import { checkBudget } from '@rangavalli/build-kit/budget/budget';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { buildRemote, stamped } from './build.js';
import { smokeLoad } from './checks/smoke-load.js';
import { findBreakingChanges } from './contract/breaking-changes.js';
import { contractOf, remoteSlices } from './contract/contract-of.js';
import { findPageProblems } from './contract/routes.js';
import type { SliceContract } from './contract/slice-contract.js';
import { configuredKeys, type ReleaseKeys } from './store/keys.js';
import { requireIntact } from './store/intact-releases.js';
import { goCanary, goLive, nextVersion, prune } from './store/change.js';
import { type ReleaseStore, toJson } from './store/release-store.js';

export interface ReleaseOptions {
  version?: string | undefined;
  /** Percent of visitors; without it the release is for all. */
  canary?: number | undefined;
  /** Succeeds without a release where the live one is identical: for pipelines, which also run for other changes. */
  ifChanged?: boolean | undefined;
}

/** Throws a Refusal that names every live neighbour which the release would break. */
export async function checkContract(contract: SliceContract, store: ReleaseStore): Promise<string> {
  const neighbours = await store.liveContracts();
  const found = findBreakingChanges(contract, neighbours);
  if (found.length > 0) {
    const lines = found.map(({ neighbour, about, reason }) => `  ${neighbour}: ${about}: ${reason}`);
    throw new Refusal(`${contract.slice} ${contract.version} does not fit the live releases:\n${lines.join('\n')}`);
  }
  return `${neighbours.filter(({ slice }) => slice !== contract.slice).length} neighbours`;
}

/**
 * Builds the remote in `folder`, checks it, puts it into the store and makes it live, or a canary.
 * @throws Refusal with the reason; what is live does not change then
 */
export async function release(
  store: ReleaseStore,
  folder: string,
  { version: wanted, canary, ifChanged = false }: ReleaseOptions,
  [key]: ReleaseKeys = configuredKeys(),
): Promise<void> {
  const { name: slice, version: first } = workspaceAt(folder);
  if (!remoteSlices.includes(slice))
    throw new Refusal(`${slice} is not a remote. Remotes: ${remoteSlices.join(', ')}.`);
  const lock = await store.lock(slice);
  try {
    const version = await nextVersion(store, slice, first, wanted);
    const built = await step(`${slice} built`, () => buildRemote(folder));
    const contract = await contractOf(slice, version, built.release.pages);
    if (await isIdentical(store, contract, built.hash, ifChanged)) return;
    const next = stamped(built, version, key);
    await step('contract', async (note) => {
      await refuseUnknownRoutes(store, contract, built.release.pages);
      note(await checkContract(contract, store));
    });
    const loads = await step('smoke load', () =>
      smokeLoad(next, built.files).catch((error: Error) => Promise.reject(new Refusal(error.message))),
    );
    await step('budget', async (note) => note(checkBudget(slice, loads, built.files)));
    await step(`${slice} ${version} added to the release store`, () =>
      store.put(next, contract, { client: built.files }),
    );
    // Before it goes live, when the hosts read the store again.
    const old = await prune(store, slice, { coming: version });
    if (old.length > 0) print(`  removed: ${old.join(', ')}`);
    await step(canary === undefined ? 'live' : `canary for ${canary} %`, async () => {
      await (canary === undefined ? goLive(store, lock, version) : goCanary(store, lock, version, canary));
    });
    print(
      canary === undefined
        ? `${slice} ${version} is live`
        : `${slice} ${version} is a canary for ${canary} % of visitors; make it live with --promote`,
    );
  } finally {
    await lock.free();
  }
}

/** Throws a Refusal for routes that would be a 404 in the live shell. */
async function refuseUnknownRoutes(
  store: ReleaseStore,
  contract: SliceContract,
  pages: readonly PageDefinition[],
): Promise<void> {
  const problems = findPageProblems(contract, pages, await store.liveContracts());
  if (problems.length > 0)
    throw new Refusal(`Pages of ${contract.slice} would be missing:\n  ${problems.join('\n  ')}`);
}

/**
 * Returns whether the live release has this build and this contract. A build may stay the same while a type of the
 * contracts changes, and neighbours are compared with the contract of the live release.
 * @throws Refusal when it has, unless that is expected (`ifChanged`)
 */
export async function isIdentical(
  store: ReleaseStore,
  contract: SliceContract,
  build: string,
  ifChanged = false,
): Promise<boolean> {
  const { slice } = contract;
  const version = (await store.live(slice))?.live;
  const live = version === undefined ? undefined : await store.release(slice, version);
  if (version === undefined || live?.build !== build) return false;
  if (toJson(await store.contract(slice, version)) !== toJson({ ...contract, version })) return false;
  const text = `${slice} ${version} is live and identical; there is nothing to release.`;
  if (!ifChanged) throw new Refusal(text);
  print(text);
  return true;
}

export async function promote(store: ReleaseStore, slice: string): Promise<void> {
  const lock = await store.lock(slice);
  try {
    const now = await store.live(slice);
    if (!now?.canary) throw new Refusal(`${slice} has no canary.`);
    const { version } = now.canary;
    await requireIntact(store, slice, version);
    await step('contract', async (note) => note(await checkContract(await store.contract(slice, version), store)));
    await goLive(store, lock, version);
    print(`${slice} ${version} is live`);
  } finally {
    await lock.free();
  }
}
