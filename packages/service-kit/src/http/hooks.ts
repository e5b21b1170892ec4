import type { FastifyInstance } from 'fastify';
import { httpDuration } from '../health/metrics.js';
import type { Readiness } from '../health/readiness.js';
import { correlationId, withCorrelation } from '../log/context.js';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Gives every request its correlation id and its measure, and sends clients elsewhere once the process is stopping. */
export function addRequestHooks(fastify: FastifyInstance, readiness: Readiness): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    withCorrelation(request.headers[REQUEST_ID_HEADER] as string | undefined, () => {
      reply.header(REQUEST_ID_HEADER, correlationId());
      if (readiness.stopping) reply.header('connection', 'close');
      done();
    });
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    httpDuration.observe({ method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
