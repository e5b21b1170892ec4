import { createHash } from 'node:crypto';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { goLive } from '../store/change.js';
import type { ReleaseStore } from '../store/release-store.js';
import { findBreakingChanges } from './breaking-changes.js';
import type { Break, SliceContract } from './slice-contract.js';

interface Verdict {
  mayGoLive: boolean;
  text: string;
}

/**
 * Compares a slice with the live releases of its neighbours.
 * @param isFirst whether the store may have none: the first release of all. Otherwise a store without live contracts
 * is the wrong one, and a comparison with nothing would allow every break.
 * @param earlier contracts that are live before this one, in place of those of the store
 */
export async function checkNeighbours(
  next: SliceContract,
  store: ReleaseStore,
  { isFirst = false, earlier = [] }: { isFirst?: boolean; earlier?: readonly SliceContract[] } = {},
): Promise<Verdict> {
  const live = (await store.liveContracts()).filter(({ slice }) => slice !== next.slice);
  const name = `${next.slice} ${next.version}`;
  if (live.length === 0 && !isFirst)
    return {
      mayGoLive: false,
      text: `${name}: there are no live contracts. Set RELEASE_STORE, or pass --first before the first release.`,
    };
  const neighbours = [...live.filter(({ slice }) => !earlier.some((one) => one.slice === slice)), ...earlier];
  if (neighbours.length === 0) return { mayGoLive: true, text: `${name}: no neighbour is live yet.` };
  const found = findBreakingChanges(next, neighbours);
  return { mayGoLive: found.length === 0, text: describe(name, neighbours, found) };
}

function describe(name: string, neighbours: readonly SliceContract[], found: readonly Break[]): string {
  const others = neighbours.map(({ slice, version }) => `${slice} ${version}`);
  const width = Math.max(...others.map(({ length }) => length));
  const lines = others.flatMap((neighbour) => {
    const reasons = found
      .filter((one) => one.neighbour === neighbour)
      .map(({ about, reason }) => `    ${about}: ${reason}`);
    return [`  ${neighbour.padEnd(width)}  ${reasons.length === 0 ? 'fits' : 'does not fit'}`, ...reasons];
  });
  const verdict =
    found.length === 0 ? 'may go live' : `may not go live, ${found.length} ${found.length === 1 ? 'break' : 'breaks'}`;
  return [`${name} beside what is live:`, ...lines, verdict].join('\n');
}

/**
 * Makes the contract of a process live that runs elsewhere, so that later releases are compared with it. Repeating it
 * changes nothing. @throws Refusal when the store has that version with another contract
 */
export async function recordContract(contract: SliceContract, store: ReleaseStore): Promise<void> {
  const { slice, version } = contract;
  const build = createHash('sha256').update(JSON.stringify(contract)).digest('hex');
  const lock = await store.lock(slice);
  try {
    const known = await store.release(slice, version);
    if (known && known.build !== build)
      throw new Refusal(`${slice} ${version} is in the release store with another contract.`);
    if (!known) await store.put({ slice, version, build, at: new Date().toISOString() }, contract);
    if ((await store.live(slice))?.live !== version) await goLive(store, lock, version);
  } finally {
    await lock.free();
  }
}
