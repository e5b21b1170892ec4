import type { CallResponse } from '@rangavalli/contracts/calls';
import type { SliceInstance, SystemSlice } from '@rangavalli/contracts/entities/system';
import { messages } from './messages.js';

export type System = CallResponse<'GET /system'>;

/** `red`: something does not work. `yellow`: it works but needs attention. `blue`: information. */
export interface Problem {
  tone: 'red' | 'yellow' | 'blue';
  text: string;
  to?: string;
}

/** Pending events of one type from which a consumer counts as behind. */
const HIGH_LAG = 50;
/** Age from which an unpublished event is a problem, ms. */
const MAX_PUBLISH_DELAY_MS = 10_000;

const problem =
  (tone: Problem['tone']) =>
  (text: string, to?: string): Problem => ({ tone, text, to });
const [red, yellow, blue] = [problem('red'), problem('yellow'), problem('blue')];

/** Returns a slice's processes, without addresses reserved for scaling. */
export const processesOf = ({ instances }: SystemSlice): SliceInstance[] =>
  instances.filter(({ state }) => state !== 'vacant');

/** Returns the store's problems, most severe first. */
export function problemsOf({ slices, deadLetters = [], readAt }: System): Problem[] {
  const processes = slices.flatMap(processesOf);
  const outage = { nats: isUnreachable(processes, 'nats'), database: isUnreachable(processes, 'database') };
  const found = [
    ...(outage.nats ? [red(messages.natsDown)] : []),
    ...(outage.database ? [red(messages.databaseDown)] : []),
    ...slices.flatMap((slice) => processProblems(slice, outage)),
    ...slices.flatMap(releaseProblems),
    ...slices.flatMap((slice) => eventProblems(slice, Date.parse(readAt))),
    ...deadLetters
      .filter(({ count }) => count > 0)
      .map(({ slice, count }) => yellow(messages.failedEvents(slice, count), '/admin/payments?view=dead')),
  ];
  const order = ['red', 'yellow', 'blue'];
  return found.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

type Dependency = 'nats' | 'database';

function isUnreachable(processes: readonly SliceInstance[], dependency: Dependency): boolean {
  const probes = processes.flatMap((process) => process[dependency] ?? []);
  return probes.length > 0 && probes.every(({ ok }) => !ok);
}

function processProblems(slice: SystemSlice, outage: Record<Dependency, boolean>): Problem[] {
  const { name } = slice;
  const all = processesOf(slice);
  // A process that only suffers from an outage is not a problem of its own.
  const own = all.filter(
    ({ state, nats, database }) =>
      !(
        state === 'unready' &&
        (nats?.ok !== false || outage.nats) &&
        (database?.ok !== false || outage.database) &&
        (outage.nats || outage.database)
      ),
  );
  const failing = own.filter(({ state }) => state === 'down' || state === 'unready');
  if (failing.length === 0)
    return own.length > 0 && all.every(({ state }) => state === 'stopping') ? [yellow(messages.stopping(name))] : [];
  const reasons = [...new Set(failing.flatMap(({ reason }) => reason ?? []))].join('; ');
  const state = failing.every((process) => process.state === 'down') ? messages.down : messages.notReady;
  return all.some((process) => process.state === 'ready')
    ? [yellow(messages.partlyDown(name, failing.length, all.length, state, reasons))]
    : [red(messages.allDown(name, state, reasons))];
}

function releaseProblems({ name, kind, instances, release }: SystemSlice): Problem[] {
  const versions = [...new Set(instances.flatMap(({ version }) => version ?? []))];
  const found = versions.length > 1 ? [blue(messages.severalReleases(name, versions))] : [];
  if (kind !== 'remote' || !release) return found;
  const { version, registered, canary } = release;
  if (canary) found.push(blue(messages.canaryRunning(name, canary.share, canary.version)));
  if (!version) return found;
  if (!registered) found.push(red(messages.notRegistered(name)));
  else if (registered !== version && registered !== canary?.version)
    found.push(yellow(messages.otherRegistered(name, registered, version)));
  return found;
}

function eventProblems({ name, consumers = [], outbox }: SystemSlice, readAt: number): Problem[] {
  const delayMs = outbox?.oldest ? readAt - Date.parse(outbox.oldest) : 0;
  return [
    ...consumers
      .filter(({ waiting }) => waiting >= HIGH_LAG)
      .map(({ event, waiting }) => yellow(messages.behind(name, event, waiting))),
    ...consumers
      .filter(({ redelivered }) => redelivered > 0)
      .map(({ event, redelivered }) => yellow(messages.retrying(name, event, redelivered))),
    ...(delayMs >= MAX_PUBLISH_DELAY_MS ? [yellow(messages.notPublishing(name, Math.round(delayMs / 1_000)))] : []),
  ];
}
