import type { Span } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import { spanFailed, startSpan, TRACEPARENT } from './tracing.js';

/** Asked every few seconds by machines. */
const PROBES = /^\/(?:health\/|metrics$)/;

/** The span of a request to this process, going on with its caller's trace; none for probes. */
export function serverSpan({ method, routeOptions: { url: route }, headers }: FastifyRequest): Span | undefined {
  if (route !== undefined && PROBES.test(route)) return undefined;
  const from = headers[TRACEPARENT];
  return startSpan({
    name: route ? `${method} ${route}` : method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    from: typeof from === 'string' ? from : undefined,
  });
}

/** Ends it with its answer. */
export function endServerSpan(span: Span | undefined, status: number): void {
  if (!span) return;
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) spanFailed(span, new Error(`answered with ${status}`));
  span.end();
}
