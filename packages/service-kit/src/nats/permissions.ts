import { streams } from '@rangavalli/contracts/events';
import { type NatsAccess, natsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import {
  deadLetterSubject,
  DISCOVERY_SUBJECT,
  durableName,
  inboxOf,
  LIMIT_WINDOWS_SUBJECT,
  LIMITS_SUBJECT,
  limitsStream,
} from './subjects.js';

interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const flags = ['managesStreams', 'discoversProcesses', 'sharesLimits'] as const;
type Flag = (typeof flags)[number];

const { name: EVENTS } = streams.events;
const { name: DEAD_LETTERS } = streams.deadLetters;
const api = (call: string): string => `$JS.API.${call}`;

/** The access of each process, in one or several of its releases. */
export type GrantedAccess = Readonly<Partial<Record<NatsProcess, readonly NatsAccess[]>>>;

const accessOfCheckout: GrantedAccess = Object.fromEntries(
  Object.entries(natsAccess).map(([name, access]) => [name, [access]]),
);

/**
 * Every process may create streams, one may update them, none may purge or delete them.
 * @param granted whose union each process has; by default the access in this checkout
 */
export function permissionsOf(process: NatsProcess, granted = accessOfCheckout): NatsPermissions {
  const access = unionOf(granted[process] ?? []);
  const publish = [
    api('INFO'),
    api(`STREAM.CREATE.${EVENTS}`),
    api(`STREAM.CREATE.${DEAD_LETTERS}`),
    ...access.publishes,
    ...access.requests,
    ...access.consumes.flatMap((event) => consumerSubjects(process, event)),
    ...(access.managesStreams ? streamSubjects(access, granted) : []),
    ...(access.discoversProcesses ? [DISCOVERY_SUBJECT] : []),
    ...(access.sharesLimits
      ? [
          LIMITS_SUBJECT,
          LIMIT_WINDOWS_SUBJECT,
          ...['CREATE', 'UPDATE', 'INFO'].map((call) => api(`STREAM.${call}.${limitsStream.name}`)),
        ]
      : []),
  ];
  return {
    publish,
    subscribe: [
      `${inboxOf(process)}.>`,
      DISCOVERY_SUBJECT,
      ...access.serves,
      ...(access.subscribes ?? []),
      ...(access.sharesLimits ? [LIMITS_SUBJECT, limitsStream.orderedSubject, LIMIT_WINDOWS_SUBJECT] : []),
    ],
  };
}

function unionOf(releases: readonly NatsAccess[]): Required<Omit<NatsAccess, Flag>> & Pick<NatsAccess, Flag> {
  const all = <T>(list: (access: NatsAccess) => readonly T[] | undefined): T[] => [
    ...new Set(releases.flatMap((access) => list(access) ?? [])),
  ];
  return {
    publishes: all(({ publishes }) => publishes),
    consumes: all(({ consumes }) => consumes),
    subscribes: all(({ subscribes }) => subscribes),
    serves: all(({ serves }) => serves),
    requests: all(({ requests }) => requests),
    ...Object.fromEntries(flags.filter((flag) => releases.some((access) => access[flag])).map((flag) => [flag, true])),
  };
}

export const accessOf = (name: string): NatsAccess | undefined =>
  (natsAccess as Readonly<Record<string, NatsAccess>>)[name];

function consumerSubjects(process: string, event: string): string[] {
  const durable = durableName(process, event);
  return [
    api(`CONSUMER.CREATE.${EVENTS}.${durable}.${event}`),
    api(`CONSUMER.INFO.${EVENTS}.${durable}`),
    api(`CONSUMER.MSG.NEXT.${EVENTS}.${durable}`),
    `$JS.ACK.${EVENTS}.${durable}.>`,
    deadLetterSubject(process, event),
  ];
}

function streamSubjects(access: NatsAccess, granted: GrantedAccess): string[] {
  const replayed = Object.values(granted).flatMap((releases) => unionOf(releases).consumes);
  return [
    ...[EVENTS, DEAD_LETTERS].flatMap((stream) =>
      ['UPDATE', 'INFO', 'MSG.GET'].map((call) => api(`STREAM.${call}.${stream}`)),
    ),
    api(`STREAM.MSG.DELETE.${DEAD_LETTERS}`),
    ...new Set(replayed.filter((event) => !access.publishes.includes(event))),
  ];
}
