import { checkBudget } from '@rangavalli/build-kit/budget/budget';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
import { Refusal, say, step } from '@rangavalli/build-kit/command/report';
import { buildRemote, stamped } from './build.js';
import { smokeLoad } from './checks/smoke-load.js';
import { breaks } from './contract/breaks.js';
import { contractOf } from './contract/contract-of.js';
import type { SliceContract } from './contract/slice-contract.js';
import { isRemote, remoteSlices } from './remotes.js';
import { goCanary, goLive, nextVersion, prune } from './store/change.js';
import type { ReleaseStore } from './store/release-store.js';

export interface ReleaseOptions {
  version?: string | undefined;
  /** Percent of visitors; without it the release is for everybody. */
  canary?: number | undefined;
}

/** @throws Refusal that names every neighbour which it would break */
export async function checkContract(contract: SliceContract, store: ReleaseStore): Promise<string> {
  const neighbours = await store.liveContracts();
  const found = breaks(contract, neighbours);
  if (found.length > 0) {
    const lines = found.map(({ neighbour, about, reason }) => `  ${neighbour}: ${about}: ${reason}`);
    throw new Refusal(`${contract.slice} ${contract.version} does not fit what is live:\n${lines.join('\n')}`);
  }
  return `${neighbours.filter(({ slice }) => slice !== contract.slice).length} neighbours`;
}

/**
 * Builds the remote in `folder`, checks it, puts it into the store and makes it live, or a canary.
 * @throws Refusal with the reason; what is live is untouched then
 */
export async function release(
  store: ReleaseStore,
  folder: string,
  { version: wanted, canary }: ReleaseOptions,
): Promise<void> {
  const { name: slice, version: first } = workspaceAt(folder);
  if (!isRemote(slice)) throw new Refusal(`${slice} is no remote. Remotes: ${remoteSlices.join(', ')}.`);
  const lock = await store.lock(slice);
  try {
    const version = await nextVersion(store, slice, first, wanted);
    const built = await step(`${slice} built`, () => buildRemote(folder));
    await refuseTheSame(store, slice, built.hash);
    const next = stamped(built, version);
    const contract = await step('contract', async (note) => {
      const made = await contractOf(slice, version);
      note(await checkContract(made, store));
      return made;
    });
    const loads = await step('smoke load', () =>
      smokeLoad(next, built.files).catch((error: Error) => Promise.reject(new Refusal(error.message))),
    );
    await step('budget', async (note) => note(checkBudget(slice, loads, built.files)));
    await step(`${slice} ${version} in the release store`, () => store.put(next, contract, built.files));
    // Before it goes live: hosts look anew at what there is when it does.
    const old = await prune(store, slice);
    if (old.length > 0) say(`  taken away: ${old.join(', ')}`);
    await step(canary === undefined ? 'live' : `canary for ${canary} %`, async () => {
      await (canary === undefined ? goLive(store, lock, version) : goCanary(store, lock, version, canary));
    });
    say(
      canary === undefined
        ? `${slice} ${version} is live`
        : `${slice} ${version} is a canary for ${canary} % of visitors; make it live with --promote`,
    );
  } finally {
    await lock.free();
  }
}

async function refuseTheSame(store: ReleaseStore, slice: string, hash: string): Promise<void> {
  const now = await store.live(slice);
  const live = now && (await store.release(slice, now.live));
  if (live?.build === hash)
    throw new Refusal(`${slice} ${live.version} is live and is exactly this; there is nothing to release.`);
}

/** Makes the canary live for everybody. */
export async function promote(store: ReleaseStore, slice: string): Promise<void> {
  const lock = await store.lock(slice);
  try {
    const now = await store.live(slice);
    if (!now?.canary) throw new Refusal(`${slice} has no canary.`);
    const { version } = now.canary;
    await step('contract', async (note) => note(await checkContract(await store.contract(slice, version), store)));
    await goLive(store, lock, version);
    say(`${slice} ${version} is live`);
  } finally {
    await lock.free();
  }
}
