import type { Attributes } from '@opentelemetry/api';
import type { MsgHdrs } from '@nats-io/transport-node';
import { TRACEPARENT, traceparent } from './tracing.js';

export const natsAttributes = (subject: string): Attributes => ({
  'messaging.system': 'nats',
  'messaging.destination.name': subject,
});

/** Adds the current trace to a message's headers. */
export function injectTrace(headers: MsgHdrs): void {
  const current = traceparent();
  if (current) headers.set(TRACEPARENT, current);
}

/** Returns the trace of a message, if any. */
export const extractTrace = (headers: MsgHdrs | undefined): string | undefined =>
  headers?.get(TRACEPARENT) || undefined;
