import type { Attributes } from '@opentelemetry/api';
import type { MsgHdrs } from '@nats-io/transport-node';
import { TRACEPARENT, traceparent } from './tracing.js';

export const natsAttributes = (subject: string): Attributes => ({
  'messaging.system': 'nats',
  'messaging.destination.name': subject,
});

/** Lets whoever gets the message go on with the trace of what is running. */
export function sendTrace(to: MsgHdrs): void {
  const own = traceparent();
  if (own) to.set(TRACEPARENT, own);
}

/** The trace that a message belongs to. */
export const traceOf = (from: MsgHdrs | undefined): string | undefined => from?.get(TRACEPARENT) || undefined;
