import type { CallResponse } from '@rangavalli/contracts/calls';
import type { SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';

export type System = CallResponse<'GET /system'>;

/** `red`: something does not work. `yellow`: it works and somebody should look. `blue`: worth knowing. */
export interface Problem {
  tone: 'red' | 'yellow' | 'blue';
  text: string;
  /** Where more is told. */
  to?: string;
}

/** So many events of one kind may wait before somebody should look. */
const MANY_WAITING = 50;
/** An event that is not told after this waits for something, ms. */
const LONG_UNTOLD_MS = 10_000;

/** The processes that are or should be there; addresses that are kept for more are none. */
export const processesOf = ({ instances }: SystemSlice): SliceInstance[] =>
  instances.filter(({ state }) => state !== 'vacant');

/** What is wrong, in words, worst first; nothing when all is well. */
export function problemsOf({ slices, deadLetters = [], readAt }: System): Problem[] {
  const probed = slices.flatMap(processesOf);
  const nats = isAway(probed, 'nats');
  const database = isAway(probed, 'database');
  const found = [
    ...(nats ? [red('NATS answers nobody: events wait, and services can’t ask each other.')] : []),
    ...(database ? [red('The database answers nobody: services can neither read nor write.')] : []),
    ...slices.flatMap((slice) => aboutProcesses(slice, { nats, database })),
    ...slices.flatMap(aboutReleases),
    ...slices.flatMap((slice) => aboutEvents(slice, Date.parse(readAt))),
    ...deadLetters
      .filter(({ count }) => count > 0)
      .map(({ slice, count }): Problem => ({
        tone: 'yellow',
        text: `${slice} could not take ${events(count)}: with the dead letters.`,
        to: '/admin/payments?view=dead',
      })),
  ];
  const order = ['red', 'yellow', 'blue'];
  return found.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

const red = (text: string): Problem => ({ tone: 'red', text });
const yellow = (text: string): Problem => ({ tone: 'yellow', text });
const events = (count: number): string => (count === 1 ? '1 event' : `${count.toLocaleString('en-IN')} events`);

/** Whether nobody reaches it, of those who were able to say. */
function isAway(all: readonly SliceInstance[], what: 'nats' | 'database'): boolean {
  const told = all.flatMap((instance) => instance[what] ?? []);
  return told.length > 0 && told.every(({ ok }) => !ok);
}

function aboutProcesses(slice: SystemSlice, away: { nats: boolean; database: boolean }): Problem[] {
  const { name } = slice;
  const all = processesOf(slice);
  // One that lacks only what everybody lacks is told of already.
  const own = all.filter(
    ({ state, nats, database }) =>
      !(
        state === 'unready' &&
        (nats?.ok !== false || away.nats) &&
        (database?.ok !== false || away.database) &&
        (away.nats || away.database)
      ),
  );
  const wrong = own.filter(({ state }) => state === 'down' || state === 'unready');
  if (wrong.length === 0)
    return own.length > 0 && all.every(({ state }) => state === 'stopping')
      ? [yellow(`${name} is stopping, and nobody stands in for it.`)]
      : [];
  const reasons = [...new Set(wrong.flatMap(({ reason }) => reason ?? []))].join('; ');
  const how = wrong.every(({ state }) => state === 'down') ? 'down' : 'not ready';
  if (all.some(({ state }) => state === 'ready'))
    return [
      yellow(
        `${wrong.length} of ${all.length} processes of ${name} ${wrong.length === 1 ? 'is' : 'are'} ${how}: ${reasons}.`,
      ),
    ];
  return [red(`${name} is ${how}: ${reasons}.`)];
}

function aboutReleases({ name, kind, instances, release }: SystemSlice): Problem[] {
  const versions = [...new Set(instances.flatMap(({ version }) => version ?? []))];
  const several: Problem[] =
    versions.length > 1
      ? [{ tone: 'blue', text: `${name} runs in ${versions.length} releases: ${versions.join(', ')}.` }]
      : [];
  if (kind !== 'remote' || !release) return several;
  const { version, registered, canary } = release;
  const notes: Problem[] = canary
    ? [{ tone: 'blue', text: `${canary.share} % of visitors get ${canary.version} of ${name}.` }]
    : [];
  if (!version) return [...several, ...notes];
  if (!registered) return [...several, ...notes, red(`${name} is not in the registry: its pages don’t open.`)];
  const stale = registered !== version && registered !== canary?.version;
  return [
    ...several,
    ...notes,
    ...(stale ? [yellow(`The registry names ${registered} of ${name}, and its host has ${version} live.`)] : []),
  ];
}

function aboutEvents({ name, consumers = [], outbox }: SystemSlice, readAt: number): Problem[] {
  const untoldMs = outbox?.oldest ? readAt - Date.parse(outbox.oldest) : 0;
  return [
    ...consumers
      .filter(({ waiting }) => waiting >= MANY_WAITING)
      .map(({ event, waiting }) => yellow(`${name} is behind: ${events(waiting)} of ${event} wait.`)),
    ...consumers
      .filter(({ redelivered }) => redelivered > 0)
      .map(({ event, redelivered }) => yellow(`${name} fails with ${event} and tries again: ${events(redelivered)}.`)),
    ...(untoldMs >= LONG_UNTOLD_MS
      ? [yellow(`${name} could not tell its events for ${Math.round(untoldMs / 1_000)} s.`)]
      : []),
  ];
}
