import { Refusal } from '@rangavalli/build-kit/command/report';
import { findBreakingChanges } from '@rangavalli/release/contract/breaking-changes';
import { remoteSlices } from '@rangavalli/release/contract/contract-of';
import { isKnownToShell } from '@rangavalli/release/contract/routes';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import type { ReleaseStore } from '@rangavalli/release/store/release-store';

/** Throws a Refusal that names every live neighbour which the release would break. */
export function requireFit(contract: SliceContract, live: readonly SliceContract[], { isRollback = false } = {}): void {
  const breaks = findBreakingChanges(contract, live, { isRollback }).map(
    ({ neighbour, about, reason }) => `${neighbour}: ${about} ${reason}`,
  );
  const found = [...breaks, ...(contract.slice === 'shell' ? findMissingPages(contract, live) : [])];
  if (found.length === 0) return;
  const lines = found.map((line) => `  ${line}`);
  throw new Refusal([`${contract.slice} ${contract.version} may not go live:`, ...lines].join('\n'));
}

/** Returns the live remotes whose pages a release of the shell does not load. */
const findMissingPages = (shell: SliceContract, live: readonly SliceContract[]): string[] =>
  live
    .filter((remote) => remoteSlices.includes(remote.slice) && !isKnownToShell(remote, [shell]))
    .map(({ slice, version }) => `${slice} ${version}: its pages would be 404, as this shell does not load them`);

/**
 * Returns the live contracts of services, gateway and shell in the store of their programs, and all others in that of
 * the remotes. That may be a bucket, while the folder has remotes from a time before it.
 */
export async function findLiveContracts(programs: ReleaseStore, remotes: ReleaseStore): Promise<SliceContract[]> {
  const ofProcesses = (await programs.liveContracts()).filter(({ slice }) => !remoteSlices.includes(slice));
  const others = (await remotes.liveContracts()).filter(
    ({ slice }) => !ofProcesses.some((known) => known.slice === slice),
  );
  return [...ofProcesses, ...others];
}
