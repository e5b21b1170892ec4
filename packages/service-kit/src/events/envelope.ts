import { randomUUID } from 'node:crypto';
import { type Envelope, type EventData, type EventName, envelope, events } from '@rangavalli/contracts/events';
import { correlationId } from '../log/context.js';
import { traceparent } from '../tracing/tracing.js';

/**
 * A new event, ready to be put into a document's outbox in the same write as the change that it tells of.
 * @throws ZodError when the data is not what the contract says: a bug of the caller
 */
export const createEvent = <N extends EventName>(type: N, data: EventData<N>): Envelope<N> => ({
  id: randomUUID(),
  type,
  version: events[type].version,
  time: new Date().toISOString(),
  correlationId: correlationId(),
  ...traced(),
  data: events[type].data.parse(data) as EventData<N>,
});

/** By it the trace of the change goes on where the event is handled, also when it is told much later. */
function traced(): { traceparent?: string } {
  const own = traceparent();
  return own ? { traceparent: own } : {};
}

/**
 * Reads an event off the wire. Fields that are not known are left out; a newer version is read as far as
 * the known fields go (events change by addition only).
 * @throws ZodError when it can't be read
 */
export function readEvent<N extends EventName>(type: N, raw: unknown): Envelope<N> {
  const outer = envelope.parse(raw);
  return { ...outer, type, data: events[type].data.parse(outer.data) as EventData<N> };
}
