import type { Live, LiveChange } from '@rangavalli/build-kit/serve/release-file';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { gt, inc, valid } from 'semver';
import { type LockedSlice, type ReleaseStore, type SliceLock, versionExists } from './release-store.js';

/** Releases besides the live one and the canary, for pages that are open. */
export const KEPT = 20;
/** Of services and gateway, some 10 MB each: for rollbacks only. */
export const KEPT_PROGRAMS = 5;
const KEPT_HISTORY = 200;

/** Returns `wanted`, or the next patch after the highest version, or the package's version for a first release. */
export async function nextVersion(store: ReleaseStore, slice: string, first: string, wanted?: string): Promise<string> {
  const versions = await store.versions(slice);
  if (wanted !== undefined) {
    if (valid(wanted) !== wanted) throw new Refusal(`--version ${wanted}: a version is three numbers, as 1.4.0.`);
    if (versions.includes(wanted)) throw versionExists({ slice, version: wanted });
    return wanted;
  }
  const highest = versions.at(-1);
  return highest ? (inc(highest, 'patch') ?? first) : first;
}

function historyWith(now: Live | undefined, what: LiveChange['what'], version: string): LiveChange[] {
  const change = { at: new Date().toISOString(), what, version, ...(now && { from: now.live }) };
  return [...(now?.history ?? []), change].slice(-KEPT_HISTORY);
}

/** Makes a version live for all; ends a canary. */
export async function goLive(
  store: ReleaseStore,
  lock: LockedSlice,
  version: string,
  what: Exclude<LiveChange['what'], 'canary'> = 'released',
): Promise<Live> {
  const now = await store.live(lock.slice);
  const live: Live = { live: version, history: historyWith(now, what, version) };
  await store.flip(lock, live);
  return live;
}

export async function goCanary(store: ReleaseStore, lock: SliceLock, version: string, share: number): Promise<Live> {
  const now = await store.live(lock.slice);
  if (!now)
    throw new Refusal(
      `${lock.slice} has no live release yet that a canary could stand beside: release without --canary first.`,
    );
  if (version === now.live) throw new Refusal(`${lock.slice} ${version} is live for everybody.`);
  const live: Live = { live: now.live, canary: { version, share }, history: historyWith(now, 'canary', version) };
  await store.flip(lock, live);
  return live;
}

/** Returns the version beside the canary, or the one that was live before the live one was released. */
export function rollbackTarget(slice: string, now: Live): string {
  if (now.canary) return now.live;
  const changes = now.history.filter(({ version, what }) => version === now.live && what !== 'canary');
  // A release that only a rollback made live replaced what was live then.
  const came = changes.findLast(({ what }) => what !== 'rolled back') ?? changes.at(-1);
  if (!came?.from) throw new Refusal(`${slice} ${now.live} is the first release; there is none to go back to.`);
  return came.from;
}

/** Returns the versions that are or were live, also as a canary. */
export const liveVersions = ({ live, canary, history }: Live): Set<string | undefined> =>
  new Set([live, canary?.version, ...history.flatMap(({ version, from }) => [version, from])]);

/**
 * Removes old releases, and those that never were live, but no version above the live one and never the live one, the
 * canary or a rollback's target.
 * @param coming the version that is being released
 * @returns the removed versions
 */
export async function prune(
  store: ReleaseStore,
  slice: string,
  { kept = KEPT, coming }: { kept?: number; coming?: string } = {},
): Promise<string[]> {
  const now = await store.live(slice);
  if (!now) return [];
  const needed = new Set([now.live, now.canary?.version, now.history.at(-1)?.from, coming]);
  const counted = liveVersions(now).add(coming);
  const versions = await store.versions(slice);
  const newest = new Set(versions.filter((version) => counted.has(version)).slice(-kept));
  const old = versions.filter((version) => !newest.has(version) && !needed.has(version) && gt(now.live, version));
  for (const version of old) await store.remove(slice, version);
  return old;
}
