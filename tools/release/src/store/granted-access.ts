import { natsAccess, type NatsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import { ROLLBACK_WINDOW_DAYS } from '@rangavalli/contracts/rollback-window';
import type { SliceContract } from '../contract/slice-contract.js';
import type { ReleaseStore, StoredRelease } from './release-store.js';

const DAY_MS = 86_400_000;

type Granted = Partial<Record<NatsProcess, readonly NatsAccess[]>>;

export interface ReleaseVersion {
  slice: string;
  version: string;
}

/**
 * Returns the NATS access of each process: of its live release, of the one before, of those that another one has
 * replaced in the rollback window, and of `others`. Where the store has none, that of this checkout.
 * @param others releases that run or will run. One that never went live has no access without it.
 */
export async function grantedAccess(
  store: ReleaseStore,
  others: readonly ReleaseVersion[] = [],
  now = Date.now(),
): Promise<Granted> {
  const processes = Object.keys(natsAccess) as NatsProcess[];
  const entries = await Promise.all(
    processes.map(async (name) => {
      const needed = others.filter(({ slice }) => slice === name).map(({ version }) => version);
      const contracts = await grantedContracts(store, name, needed, now);
      const found = contracts.flatMap(({ nats }) => nats ?? []);
      return [name, found.length > 0 ? found : [natsAccess[name]]] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * Returns the access of `grantedAccess` and that of this checkout: for a server whose permissions are applied before
 * the releases of this checkout, while instances of the earlier ones run.
 */
export async function accessWithCheckout(store: ReleaseStore, now = Date.now()): Promise<Granted> {
  const granted = await grantedAccess(store, [], now);
  const processes = Object.keys(natsAccess) as NatsProcess[];
  return Object.fromEntries(processes.map((name) => [name, [natsAccess[name], ...(granted[name] ?? [])]]));
}

async function grantedContracts(
  store: ReleaseStore,
  slice: string,
  others: readonly string[],
  now: number,
): Promise<SliceContract[]> {
  const live = await store.live(slice);
  const history = (live?.history ?? []).filter(({ what }) => what !== 'canary');
  const needed = new Set([live?.live, live?.history.at(-1)?.from, ...others]);
  const releases = await Promise.all((await store.versions(slice)).map((version) => store.release(slice, version)));
  const isInWindow = ({ version }: StoredRelease): boolean => {
    const replaced = history.findLast(({ from }) => from === version);
    return replaced !== undefined && now - Date.parse(replaced.at) <= ROLLBACK_WINDOW_DAYS * DAY_MS;
  };
  const granted = releases.filter((release) => release && (needed.has(release.version) || isInWindow(release)));
  return Promise.all(granted.map((release) => store.contract(slice, release?.version ?? '')));
}

/**
 * Returns the subjects that a release needs and no kept release of its slice has, as `publish order.placed`: where
 * others manage the permissions of the NATS server, it may not have them.
 */
export function newSubjects({ slice, nats }: SliceContract, granted: Granted): string[] {
  const known = granted[slice as NatsProcess] ?? [];
  const added = (verb: string, list: (access: NatsAccess) => readonly string[] | undefined): string[] => {
    const permitted = new Set(known.flatMap((access) => list(access) ?? []));
    return ((nats && list(nats)) ?? []).filter((subject) => !permitted.has(subject)).map((each) => `${verb} ${each}`);
  };
  return [
    ...added('publish', ({ publishes }) => publishes),
    ...added('consume', ({ consumes }) => consumes),
    ...added('subscribe', ({ subscribes }) => subscribes),
    ...added('serve', ({ serves }) => serves),
    ...added('request', ({ requests }) => requests),
  ];
}
