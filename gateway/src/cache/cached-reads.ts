import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { CallKey } from '@rangavalli/contracts/calls';
import { routePattern } from '@rangavalli/contracts/path';
import { CachedResponse } from '@rangavalli/http-cache/cached-response';
import { httpDuration } from '@rangavalli/service-kit/health/metrics';
import { Readiness } from '@rangavalli/service-kit/health/readiness';
import { readInput } from '@rangavalli/service-kit/http/call.decorators';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { validIdOrNew } from '@rangavalli/service-kit/log/context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { SessionCache } from '../auth/session-cache.js';
import type { GuardedRequest } from '../auth/session.js';
import { Forwarder } from '../calls/forwarder.js';
import { responseHeaders } from '../calls/headers.js';
import { RateLimits } from '../limits/rate-limits.js';
import type { UpstreamResponse } from '../upstream/upstream-response.js';
import { type CacheSlot, CatalogCache } from './catalog-cache.js';
import { SearchCounts } from './search-counts.js';

/** An admin must see the product's new state at once. */
export const productWrites: readonly CallKey[] = [
  'POST /products/create',
  'PUT /products/update/{id}',
  'DELETE /products/delete/{id}',
  'POST /search/synonyms',
  'PUT /search/synonyms/{id}',
  'DELETE /search/synonyms/{id}',
];

const cachedReads = new Counter({
  name: 'cached_reads_total',
  help: 'Public reads by outcome. hit: from memory; coalesced: shared a fetch in flight; miss: fetched.',
  labelNames: ['outcome'],
});
const hits = cachedReads.labels('hit');

/**
 * Bypasses Nest's guards and observables, which cost as much as the rest of the call. Must be added after all hooks
 * that set headers: their headers are cached with the response.
 */
export function addCachedReads(app: NestFastifyApplication, fastify: FastifyInstance) {
  const [cache, sessions, limits] = [app.get(CatalogCache), app.get(SessionCache), app.get(RateLimits)];
  const [forwarder, readiness, searches] = [app.get(Forwarder), app.get(Readiness), app.get(SearchCounts)];

  // Responses to other origins have headers of their own.
  const slotOf = ({ method, url, headers }: IncomingMessage): CacheSlot | undefined =>
    method === 'GET' && url !== undefined && headers.origin === undefined ? cache.slotOf(url) : undefined;

  const send = (
    cached: CachedResponse,
    { headers }: IncomingMessage,
    response: ServerResponse,
    onSent?: (status: number) => void,
  ) => {
    const own = [REQUEST_ID_HEADER, validIdOrNew(headers[REQUEST_ID_HEADER])];
    if (readiness.stopping) own.push('connection', 'close');
    cached.send(headers, response, { headers: own, onSent });
  };

  const respondFromMemory = (slot: CacheSlot, request: IncomingMessage, response: ServerResponse) => {
    const cached = slot.cache.get(slot.key);
    if (!cached) return false;
    const startedAt = performance.now();
    hits.inc();
    searches.count(slot.searchText);
    send(cached, request, response, (status) =>
      durationOf(slot.route.path, status).observe((performance.now() - startedAt) / 1_000),
    );
    return true;
  };
  respondBefore(fastify.server, (request, response) => {
    const slot = slotOf(request);
    return slot !== undefined && !slot.isCounted && respondFromMemory(slot, request, response);
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    const slot = slotOf(request.raw);
    if (!slot) return done();
    // Requests of `inject` do not pass the server's listener.
    if (!slot.isCounted && respondFromMemory(slot, request.raw, reply.raw)) return void reply.hijack();
    searches.count(slot.searchText);
    void respond(slot, request, reply).then((hasResponded) => (hasResponded ? undefined : done()), done);
  });

  /** Returns false for a session that is not in memory. */
  const identify = (request: GuardedRequest): boolean => {
    const { authorization } = request.headers;
    if (authorization !== undefined) request.session = sessions.get(authorization);
    return authorization === undefined || request.session !== undefined;
  };

  const count = ({ route: { call } }: CacheSlot, request: GuardedRequest, reply: FastifyReply) =>
    limits.count(call.limit ?? 'general', request, reply);

  const respond = async (slot: CacheSlot, request: GuardedRequest, reply: FastifyReply) => {
    if (slot.isCounted) {
      if (!identify(request)) return false;
      await count(slot, request, reply);
      if (respondFromMemory(slot, request.raw, reply.raw)) {
        reply.hijack();
        return true;
      }
    }
    const pending = slot.cache.pending(slot.key);
    const shared = await pending;
    if (shared) {
      cachedReads.inc({ outcome: 'coalesced' });
      reply.hijack();
      send(shared, request.raw, reply.raw);
      return true;
    }
    if (!identify(request)) return false;

    let upstream: UpstreamResponse | undefined;
    const fetch = async (): Promise<CachedResponse | undefined> => {
      upstream = await fetchUpstream(slot, request, reply);
      const headers = { ...reply.getHeaders(), ...responseHeaders(slot.route.call, upstream) };
      return upstream.status === 200 ? new CachedResponse(headers, upstream.body) : undefined;
    };
    cachedReads.inc({ outcome: 'miss' });
    const fetched = await (pending ? fetch() : slot.cache.fill(slot.key, fetch));
    if (fetched) {
      const own = Object.entries(reply.getHeaders()).filter(([name]) => isOwnHeader(name));
      reply.hijack();
      fetched.send(request.headers, reply.raw, {
        headers: own.flatMap(([name, value]) => [name, String(value)]),
        fast: true,
      });
    } else if (upstream) {
      reply.headers(responseHeaders(slot.route.call, upstream));
      reply.status(upstream.status).send(upstream.body);
    }
    return true;
  };

  const fetchUpstream = async (slot: CacheSlot, request: FastifyRequest, reply: FastifyReply) => {
    const { call, key, template } = slot.route;
    if (!slot.isCounted) await count(slot, request, reply);
    readInput(key, request);
    return forwarder.forward(call, 'GET', template, request);
  };

  const writes = new Set(productWrites.map((key) => routePattern(key.replace(' ', ' /api'))));
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isOk = reply.statusCode >= 200 && reply.statusCode < 300;
    if (isOk && request.method !== 'GET' && writes.has(`${request.method} ${request.routeOptions.url}`))
      cache.invalidateProduct((request.params as { id?: string }).id);
    done(null, payload);
  });
}

const isOwnHeader = (name: string) =>
  name === REQUEST_ID_HEADER || name === 'connection' || name.startsWith('x-ratelimit-');

/** Fastify's routing and hooks cost as much again as the response. */
function respondBefore(server: Server, respond: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!respond(request, response)) for (const listener of listeners) listener.call(server, request, response);
  });
}

type Duration = ReturnType<typeof httpDuration.labels>;
const durations = new Map<string, Duration>();

function durationOf(route: string, status: number): Duration {
  const key = `${status} ${route}`;
  let duration = durations.get(key);
  if (!duration) durations.set(key, (duration = httpDuration.labels({ method: 'GET', route, status })));
  return duration;
}
