import { type CallInput, type CallKey, getCall } from '@rangavalli/contracts/calls';
import { routePattern } from '@rangavalli/contracts/path';
import type { FastifyInstance } from 'fastify';
import { readInput } from './call.decorators.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** They return an object, or a buffer of JSON. */
type EarlyHandlers = { [K in CallKey]?: (input: CallInput<K>) => Promise<object> };

/** Serves public reads before Nest's guards and pipes, which cost several times as much as a cached response. */
export function serveEarly(fastify: FastifyInstance, handlers: EarlyHandlers): void {
  const byRoute = new Map(
    Object.entries(handlers).map(([key, handler]) => {
      const [method, path] = key.split(' ') as [string, string];
      if (method !== 'GET' || getCall(key as CallKey).access !== 'public') throw new Error(`Not a public read: ${key}`);
      return [routePattern(path), { key: key as CallKey, handler: handler as (input: unknown) => Promise<object> }];
    }),
  );
  fastify.addHook('preHandler', (request, reply, done) => {
    const early = request.method === 'GET' ? byRoute.get(request.routeOptions.url ?? '') : undefined;
    if (!early) return done();
    const serve = async (): Promise<void> => {
      const body = await early.handler(readInput(early.key, request));
      void reply.header('content-type', JSON_TYPE).send(body);
    };
    void serve().catch(done);
  });
}
