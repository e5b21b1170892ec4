import { type CallKey, callOf, calls } from '@rangavalli/contracts/calls';
import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../limits/rate-limits.js';
import type { CallsController } from './calls.controller.js';

/** Reads that are the same for everybody, by their route. */
const byRoute = new Map(
  (Object.keys(calls) as CallKey[]).filter((key) => key.startsWith('GET ') && callOf(key).shared).map((key) => [`/api${key.slice('GET '.length).replaceAll(/\{(\w+)\}/g, ':$1')}`, key]),
);

/**
 * Serves everybody's reads of guests without Nest's guards and observables, which cost as much as all else of such a call: nobody's
 * role or cookie matters there, and the limit is counted here. Everything before the route and behind its answer is as ever.
 */
export function addEarlyReads(fastify: FastifyInstance, controller: CallsController, limits: RateLimits): void {
  fastify.addHook('preHandler', (request, reply, done) => {
    const key = request.method === 'GET' && request.headers.authorization === undefined ? byRoute.get(request.routeOptions.url ?? '') : undefined;
    if (!key) return done();
    const serve = async (): Promise<void> => {
      await limits.count(callOf(key).limit ?? 'general', request, reply);
      await controller.serve(key, request, reply);
    };
    void serve().catch(done);
  });
}
