import type { Attributes } from '@opentelemetry/api';
import type { MsgHdrs } from '@nats-io/transport-node';
import { TRACEPARENT, traceparent } from './tracing.js';

export const natsAttributes = (subject: string): Attributes => ({
  'messaging.system': 'nats',
  'messaging.destination.name': subject,
});

export function injectTrace(headers: MsgHdrs): void {
  const current = traceparent();
  if (current) headers.set(TRACEPARENT, current);
}

export const extractTrace = (headers: MsgHdrs | undefined): string | undefined =>
  headers?.get(TRACEPARENT) || undefined;
