import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpDuration } from '../health/metrics.js';
import type { Readiness } from '../health/readiness.js';
import { correlationId, withCorrelation, withSpan } from '../log/context.js';
import { endServerSpan, startServerSpan } from '../tracing/http-spans.js';
import { isTracing } from '../tracing/tracing.js';

export const REQUEST_ID_HEADER = 'x-request-id';

export function addRequestHooks(fastify: FastifyInstance, readiness: Readiness): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const span = isTracing() ? startServerSpan(request) : undefined;
    if (span) spans.set(request, span);
    withSpan(span, () =>
      withCorrelation(request.headers[REQUEST_ID_HEADER] as string | undefined, () => {
        reply.header(REQUEST_ID_HEADER, correlationId());
        if (readiness.stopping) reply.header('connection', 'close');
        done();
      }),
    );
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    endServerSpan(spans.get(request), reply.statusCode);
    const route = request.routeOptions.url ?? 'unknown';
    httpDuration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
