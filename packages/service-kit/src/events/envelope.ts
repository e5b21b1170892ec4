import { randomUUID } from 'node:crypto';
import { type Envelope, type EventData, type EventName, envelope, events } from '@rangavalli/contracts/events';
import { correlationId } from '../log/context.js';
import { traceparent } from '../tracing/tracing.js';

/** @throws ZodError when the data does not match the contract */
export function createEvent<N extends EventName>(type: N, data: EventData<N>): Envelope<N> {
  const trace = traceparent();
  return {
    id: randomUUID(),
    type,
    version: events[type].version,
    time: new Date().toISOString(),
    correlationId: correlationId(),
    ...(trace ? { traceparent: trace } : {}),
    data: events[type].data.parse(data) as EventData<N>,
  };
}

/** Drops unknown fields, so that newer versions can be read. @throws ZodError */
export function readEvent<N extends EventName>(type: N, raw: unknown): Envelope<N> {
  const outer = envelope.parse(raw);
  return { ...outer, type, data: events[type].data.parse(outer.data) as EventData<N> };
}
