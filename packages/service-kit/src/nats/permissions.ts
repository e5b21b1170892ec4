import { streams } from '@rangavalli/contracts/events';
import { type NatsAccess, natsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import { deadLetterSubject, DISCOVERY_SUBJECT, durableName, inboxOf } from './subjects.js';

interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const { name: EVENTS } = streams.events;
const { name: DEAD_LETTERS } = streams.deadLetters;
const api = (call: string): string => `$JS.API.${call}`;

/** Every process may create streams, one may update them, none may purge or delete them. */
export function permissionsOf(process: NatsProcess): NatsPermissions {
  const access: NatsAccess = natsAccess[process];
  return {
    publish: [
      api('INFO'),
      api(`STREAM.CREATE.${EVENTS}`),
      api(`STREAM.CREATE.${DEAD_LETTERS}`),
      ...access.publishes,
      ...access.requests,
      ...access.consumes.flatMap((event) => consumerSubjects(process, event)),
      ...(access.managesStreams ? streamSubjects(access) : []),
      ...(access.discoversProcesses ? [DISCOVERY_SUBJECT] : []),
    ],
    subscribe: [`${inboxOf(process)}.>`, DISCOVERY_SUBJECT, ...access.serves, ...(access.subscribes ?? [])],
  };
}

export const managesStreams = (name: string): boolean =>
  Boolean((natsAccess as Readonly<Record<string, NatsAccess>>)[name]?.managesStreams);

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

function streamSubjects(access: NatsAccess): string[] {
  const replayed = Object.values(natsAccess).flatMap(({ consumes }: NatsAccess) => consumes);
  return [
    ...[EVENTS, DEAD_LETTERS].flatMap((stream) =>
      ['UPDATE', 'INFO', 'MSG.GET'].map((call) => api(`STREAM.${call}.${stream}`)),
    ),
    api(`STREAM.MSG.DELETE.${DEAD_LETTERS}`),
    ...new Set(replayed.filter((event) => !access.publishes.includes(event))),
  ];
}
