import { streams } from '@rangavalli/contracts/events';
import { type NatsAccess, natsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import { deadSubject, durableName, inboxOf, DISCOVERY_SUBJECT } from './subjects.js';

/** The subjects that a NATS user may publish to and subscribe to; everything else is refused by the server. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const { name: EVENTS } = streams.events;
const { name: DEAD_LETTERS } = streams.deadLetters;
const api = (call: string): string => `$JS.API.${call}`;

/**
 * What a process needs for its part in `natsAccess`, no more. Every process may create the streams where there
 * are none yet, which changes nothing where they are; changing them is for the one that keeps them, and
 * nobody may purge or delete one.
 */
export function permissionsOf(process: NatsProcess): NatsPermissions {
  const access: NatsAccess = natsAccess[process];
  return {
    publish: [
      api('INFO'),
      api(`STREAM.CREATE.${EVENTS}`),
      api(`STREAM.CREATE.${DEAD_LETTERS}`),
      ...access.publishes,
      ...access.requests,
      ...access.consumes.flatMap((event) => consuming(process, event)),
      ...(access.managesStreams ? keeping(access) : []),
      ...(access.discoversProcesses ? [DISCOVERY_SUBJECT] : []),
    ],
    subscribe: [`${inboxOf(process)}.>`, DISCOVERY_SUBJECT, ...access.serves, ...(access.subscribes ?? [])],
  };
}

/** Whether a process is the one that looks after the streams. */
export const managesStreams = (name: string): boolean =>
  Object.entries(natsAccess).some(([process, access]) => process === name && 'managesStreams' in access);

/** One durable consumer, with the event that it filters as part of the subject. */
function consuming(process: string, event: string): string[] {
  const durable = durableName(process, event);
  return [
    api(`CONSUMER.CREATE.${EVENTS}.${durable}.${event}`),
    api(`CONSUMER.INFO.${EVENTS}.${durable}`),
    api(`CONSUMER.MSG.NEXT.${EVENTS}.${durable}`),
    `$JS.ACK.${EVENTS}.${durable}.>`,
    deadSubject(process, event),
  ];
}

/** To tell a dead letter's event again is to publish what somebody hears. */
function keeping(access: NatsAccess): string[] {
  const heard = Object.values(natsAccess).flatMap(({ consumes }: NatsAccess) => consumes);
  return [
    ...[EVENTS, DEAD_LETTERS].flatMap((stream) =>
      ['UPDATE', 'INFO', 'MSG.GET'].map((call) => api(`STREAM.${call}.${stream}`)),
    ),
    api(`STREAM.MSG.DELETE.${DEAD_LETTERS}`),
    ...new Set(heard.filter((event) => !access.publishes.includes(event))),
  ];
}
