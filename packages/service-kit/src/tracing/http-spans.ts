import type { Span } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import { endSpan, recordFailure, startSpan, TRACEPARENT } from './tracing.js';

const PROBES = /^\/(?:health\/|metrics$)/;

export const isProbe = (route: string): boolean => PROBES.test(route);

export function startServerSpan({ method, routeOptions: { url: route }, headers }: FastifyRequest): Span | undefined {
  if (route !== undefined && isProbe(route)) return undefined;
  const from = headers[TRACEPARENT];
  return startSpan({
    name: route ? `${method} ${route}` : method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    from: typeof from === 'string' ? from : undefined,
  });
}

export function endServerSpan(span: Span | undefined, status: number): void {
  if (!span) return;
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) recordFailure(span, new Error(`status ${status}`));
  endSpan(span);
}
