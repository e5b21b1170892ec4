import {
  jetstream,
  jetstreamManager,
  type NextMsgRequest,
  type SeqMsgRequest,
  type StoredMsg,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streams } from '@rangavalli/contracts/events';
import { publishOnce } from '../nats/publish.js';

export interface DeadLetter {
  sequence: number;
  time: Date;
  service: string;
  subject: string;
  attempts: number;
  error: string;
  event: string;
}

interface Advisory {
  consumer: string;
  stream_seq: number;
  deliveries: number;
}

const BATCH = 100;
const ADVISORY_PREFIX = '$JS.EVENT.ADVISORY.';
const { name: EVENTS } = streams.events;
const { name: DEAD_LETTERS } = streams.deadLetters;

/** Returns the next dead letters after a sequence number, oldest first, and how many there are in all. */
export async function listDeadLetters(
  nats: NatsConnection,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<{ deadLetters: DeadLetter[]; total: number }> {
  const manager = await jetstreamManager(nats);
  const { state } = await manager.streams.info(DEAD_LETTERS);
  const deadLetters: DeadLetter[] = [];
  for (let next = after + 1; deadLetters.length < limit && next <= state.last_seq;) {
    // The first one from there on, because replayed ones leave gaps. The client's types lack `next_by_subj` here.
    const from: SeqMsgRequest & NextMsgRequest = { seq: next, next_by_subj: '>' };
    const message = await manager.streams.getMessage(DEAD_LETTERS, from);
    if (!message) break;
    deadLetters.push(await toDeadLetter(nats, message));
    next = message.seq + 1;
  }
  return { deadLetters, total: state.messages };
}

export async function countDeadLetters(nats: NatsConnection): Promise<{ slice: string; count: number }[]> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await manager.streams.info(DEAD_LETTERS, { subjects_filter: '>' });
  const counts = new Map<string, number>();
  for (const [subject, count] of Object.entries(state.subjects ?? {})) {
    const parts = subject.split('.');
    const slice = (subject.startsWith(ADVISORY_PREFIX) ? parts.at(-1)?.split('__')[0] : parts[1]) ?? '';
    counts.set(slice, (counts.get(slice) ?? 0) + count);
  }
  return [...counts].map(([slice, count]) => ({ slice, count }));
}

/** Publishes an event to all its consumers again and deletes its dead letter. Returns false when there is none. */
export async function replayDeadLetter(nats: NatsConnection, sequence: number): Promise<boolean> {
  const { deadLetters } = await listDeadLetters(nats, { after: sequence - 1, limit: 1 });
  const found = deadLetters.find((each) => each.sequence === sequence);
  if (!found) return false;
  await replay(nats, found);
  return true;
}

/** Replays the dead letters that exist now. Returns their number. */
export async function replayDeadLetters(nats: NatsConnection): Promise<number> {
  const manager = await jetstreamManager(nats);
  const { state } = await manager.streams.info(DEAD_LETTERS);
  let count = 0;
  for (let after = 0; ;) {
    const { deadLetters } = await listDeadLetters(nats, { after, limit: BATCH });
    // Events that fail again return behind the others.
    const present = deadLetters.filter(({ sequence }) => sequence <= state.last_seq);
    for (const deadLetter of present) await replay(nats, deadLetter);
    count += present.length;
    after = present.at(-1)?.sequence ?? 0;
    if (present.length < BATCH) return count;
  }
}

async function replay(nats: NatsConnection, { subject, event, sequence, time }: DeadLetter): Promise<void> {
  if (event) await publishOnce(jetstream(nats), subject, event, { msgID: `replay:${sequence}:${time.getTime()}` });
  await (await jetstreamManager(nats)).streams.deleteMessage(DEAD_LETTERS, sequence);
}

const toDeadLetter = (nats: NatsConnection, message: StoredMsg): Promise<DeadLetter> | DeadLetter =>
  message.subject.startsWith(ADVISORY_PREFIX) ? fromAdvisory(nats, message) : fromMessage(message);

const fromMessage = (message: StoredMsg): DeadLetter => ({
  sequence: message.seq,
  time: message.time,
  service: message.header.get('x-service'),
  subject: message.header.get('x-subject'),
  attempts: Number(message.header.get('x-attempts')),
  error: message.header.get('x-error'),
  event: message.string(),
});

async function fromAdvisory(nats: NatsConnection, message: StoredMsg): Promise<DeadLetter> {
  const advisory = message.json<Advisory>();
  const manager = await jetstreamManager(nats);
  const event = await manager.streams.getMessage(EVENTS, { seq: advisory.stream_seq }).catch(() => null);
  return {
    sequence: message.seq,
    time: message.time,
    service: advisory.consumer.split('__')[0] ?? '',
    subject: event?.subject ?? '',
    attempts: advisory.deliveries,
    error: 'the process crashed on every delivery of this event',
    event: event?.string() ?? '',
  };
}
