import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { httpDuration, outcomeOf } from '../health/metrics.js';
import type { Readiness } from '../health/readiness.js';
import { type Context, correlationId, currentContext, inContext, setOrder } from '../log/context.js';
import { withCorrelation, withSpan } from '../log/context.js';
import { endServerSpan, isProbe, startServerSpan } from '../tracing/http-spans.js';
import { isTracing } from '../tracing/tracing.js';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Measures, traces and logs each request: one line with route, outcome and, where it is known, the order. */
export function addRequestHooks(fastify: FastifyInstance, readiness: Readiness, logger: Logger): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const span = isTracing() ? startServerSpan(request) : undefined;
    withSpan(span, () =>
      withCorrelation(request.headers[REQUEST_ID_HEADER] as string | undefined, () => {
        const context = currentContext();
        if (context) contexts.set(request, context);
        setOrder((request.params as { orderId?: unknown } | undefined)?.orderId);
        reply.header(REQUEST_ID_HEADER, correlationId());
        if (readiness.stopping) reply.header('connection', 'close');
        done();
      }),
    );
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = request.routeOptions.url ?? 'unknown';
    const context = contexts.get(request);
    httpDuration.observe({ method, route, status }, elapsedTime / 1000);
    const code = context?.facts.errorCode;
    const line = { method, route, status, outcome: outcomeOf(status), code, durationMs: Math.round(elapsedTime) };
    inContext(context, () => {
      endServerSpan(context?.span, status);
      if (!isProbe(route)) logger.info(line, 'request');
    });
    done();
  });
}
