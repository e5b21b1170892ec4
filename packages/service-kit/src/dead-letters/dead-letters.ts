import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streams } from '@rangavalli/contracts/events';

/** An event that no handler could take. */
export interface DeadLetter {
  /** Its place in the dead letters' stream; `replay` takes it. */
  sequence: number;
  /** When it was given up, UTC. */
  time: Date;
  /** The service whose handler failed. */
  service: string;
  subject: string;
  attempts: number;
  error: string;
  /** The event itself, as JSON text. */
  event: string;
}

/** The server's own note about an event that was delivered in vain too often. */
interface Advisory {
  consumer: string;
  stream_seq: number;
  deliveries: number;
}

const ADVISORY = '$JS.EVENT.ADVISORY.';
const isAdvisory = (message: StoredMsg): boolean => message.subject.startsWith(ADVISORY);

/** The dead letters, oldest first. */
export async function listDeadLetters(nats: NatsConnection): Promise<DeadLetter[]> {
  const manager = await jetstreamManager(nats);
  const { state } = await manager.streams.info(streams.deadLetters.name);
  const letters: DeadLetter[] = [];
  for (let sequence = state.first_seq; state.messages > 0 && sequence <= state.last_seq; sequence++) {
    const message = await manager.streams.getMessage(streams.deadLetters.name, { seq: sequence }).catch(() => null);
    if (message) letters.push(isAdvisory(message) ? await fromAdvisory(nats, message) : fromLetter(message));
  }
  return letters;
}

/** How many dead letters there are of each slice that has any, by what their subjects say. Nothing of them is read. */
export async function countDeadLetters(nats: NatsConnection): Promise<{ slice: string; count: number }[]> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await manager.streams.info(streams.deadLetters.name, { subjects_filter: '>' });
  const counts = new Map<string, number>();
  for (const [subject, count] of Object.entries(state.subjects ?? {})) {
    const slice = subject.startsWith(ADVISORY)
      ? (subject.split('.').at(-1)?.split('__')[0] ?? '')
      : (subject.split('.')[1] ?? '');
    counts.set(slice, (counts.get(slice) ?? 0) + count);
  }
  return [...counts].map(([slice, count]) => ({ slice, count }));
}

/**
 * Tells the events of dead letters again, to every consumer (handlers change nothing at a second meeting),
 * and takes them out of the stream.
 * @param sequence one of them; all when left out
 * @returns how many were told again
 */
export async function replayDeadLetters(nats: NatsConnection, sequence?: number): Promise<number> {
  const manager = await jetstreamManager(nats);
  const client = jetstream(nats);
  let count = 0;
  for (const letter of await listDeadLetters(nats)) {
    if (sequence !== undefined && letter.sequence !== sequence) continue;
    if (letter.event)
      await client.publish(letter.subject, letter.event, {
        msgID: `replay:${letter.sequence}:${letter.time.getTime()}`,
      });
    await manager.streams.deleteMessage(streams.deadLetters.name, letter.sequence);
    count += 1;
  }
  return count;
}

const fromLetter = (message: StoredMsg): DeadLetter => ({
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
  const event = await manager.streams.getMessage(streams.events.name, { seq: advisory.stream_seq }).catch(() => null);
  return {
    sequence: message.seq,
    time: message.time,
    service: advisory.consumer.split('__')[0] ?? '',
    subject: event?.subject ?? '',
    attempts: advisory.deliveries,
    error: 'the process ended again and again while it handled this event',
    event: event?.string() ?? '',
  };
}
