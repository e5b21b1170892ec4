import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { httpDuration, outcomeOf } from '../health/metrics.js';
import type { Readiness } from '../health/readiness.js';
import { type Context, correlationId, currentContext, inContext, setOrder } from '../log/context.js';
import { withCorrelation, withSpan } from '../log/context.js';
import { endServerSpan, isProbe, startServerSpan } from '../tracing/http-spans.js';
import { isTracing } from '../tracing/tracing.js';

export const REQUEST_ID_HEADER = 'x-request-id';

const MAX_REST_BYTES = 8 * 1024 * 1024;
const MAX_REST_MS = 5_000;

/** Measures, traces and logs each request: one line with route, outcome and, where it is known, the order. */
export function addRequestHooks(fastify: FastifyInstance, readiness: Readiness, logger: Logger): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const span = isTracing() ? startServerSpan(request) : undefined;
    withSpan(span, () =>
      withCorrelation(request.headers[REQUEST_ID_HEADER] as string | undefined, () => {
        const context = currentContext();
        if (context) contexts.set(request, context);
        const reference = (request.params as { orderId?: unknown } | undefined)?.orderId;
        setOrder(reference, reference);
        reply.header(REQUEST_ID_HEADER, correlationId());
        if (readiness.stopping) reply.header('connection', 'close');
        if (readiness.isOpen || isProbe(request.routeOptions.url ?? '')) return done();
        // Without a code: the gateway requests another process, also to write.
        void reply.status(503).send({ success: false, message: 'This process is starting.' });
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

/**
 * Reads what is left of a body that is too large before the refusal is sent: a client that is still sending when the
 * connection closes never sees the response.
 */
export function addRestReader(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 413) await readRest(request.raw);
    return payload;
  });
}

/** Resolves at the end of the request, or at a limit. */
function readRest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_REST_MS);
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_REST_BYTES) end();
    });
    for (const event of ['end', 'close', 'error']) request.once(event, end);
    request.resume();
  });
}
