import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streams } from '@rangavalli/contracts/events';

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

const ADVISORY_PREFIX = '$JS.EVENT.ADVISORY.';
const { name: EVENTS } = streams.events;
const { name: DEAD_LETTERS } = streams.deadLetters;

export async function listDeadLetters(nats: NatsConnection): Promise<DeadLetter[]> {
  const manager = await jetstreamManager(nats);
  const { state } = await manager.streams.info(DEAD_LETTERS);
  const found: DeadLetter[] = [];
  for (let sequence = state.first_seq; state.messages > 0 && sequence <= state.last_seq; sequence++) {
    const message = await manager.streams.getMessage(DEAD_LETTERS, { seq: sequence }).catch(() => null);
    if (!message) continue;
    const isAdvisory = message.subject.startsWith(ADVISORY_PREFIX);
    found.push(isAdvisory ? await fromAdvisory(nats, message) : fromMessage(message));
  }
  return found;
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

/** Publishes events to all consumers again and deletes their dead letters. @param sequence default all */
export async function replayDeadLetters(nats: NatsConnection, sequence?: number): Promise<number> {
  const manager = await jetstreamManager(nats);
  const selected = (await listDeadLetters(nats)).filter((each) => sequence === undefined || each.sequence === sequence);
  for (const { subject, event, sequence: position, time } of selected) {
    if (event) await jetstream(nats).publish(subject, event, { msgID: `replay:${position}:${time.getTime()}` });
    await manager.streams.deleteMessage(DEAD_LETTERS, position);
  }
  return selected.length;
}

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
