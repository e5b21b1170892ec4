import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Upstream } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';
import { headersToAsk, passHeaders } from './headers.js';
import { restingPage } from './resting-page.js';

/** A page waits this long for its process: about one restart, ms. */
const PAGE_DEADLINE_MS = 6_000;
/** Pictures are transformed on first demand, ms. */
const MEDIA_DEADLINE_MS = 20_000;

/** A path that climbs (`..`, plain or encoded) is nobody's. */
const climbs = /(?:^|\/)(?:\.|%2e){2}(?:[/?#]|%2f|%5c|\\|$)/i;

/** Everything that is not under `/api`: the shell, the remotes' files, and pictures. */
export function addPages(app: NestFastifyApplication, fastify: FastifyInstance): void {
  const upstreams = app.get(Upstreams);
  const serve = (
    url: string,
    upstream: Upstream,
    deadlineMs: number,
    { strip = '', headers = {} }: { strip?: string; headers?: Record<string, string> } = {},
  ) =>
    fastify.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => pass(upstream, request, reply.headers(headers), deadlineMs, strip),
    });

  for (const [slice, upstream] of Object.entries(upstreams.remotes))
    serve(`/remotes/${slice}/*`, upstream, PAGE_DEADLINE_MS);
  if (upstreams.media) {
    // Pictures are for everybody, as at any image host: also for a page that was opened by another name of this machine.
    serve('/media/*', upstreams.media, MEDIA_DEADLINE_MS, {
      strip: '/media',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    });
  }
  serve('/*', upstreams.shell, PAGE_DEADLINE_MS);
}

async function pass(
  upstream: Upstream,
  request: FastifyRequest,
  reply: FastifyReply,
  deadlineMs: number,
  strip: string,
): Promise<FastifyReply> {
  const path = request.raw.url ?? '/';
  if (climbs.test(path)) throw new AppError('NOT_FOUND');
  try {
    const answer = await upstream.stream({
      method: request.method as Dispatcher.HttpMethod,
      path: path.slice(strip.length),
      headers: headersToAsk(request),
      deadlineMs,
      repeatable: true,
    });
    passHeaders(answer.headers, reply);
    return reply.status(answer.statusCode).send(answer.body);
  } catch (error) {
    if (!isNavigation(request)) throw error;
    return reply
      .status(503)
      .header('cache-control', 'no-store')
      .header('retry-after', 5)
      .type('text/html; charset=utf-8')
      .send(restingPage);
  }
}

/** A person waits for a page (and not a script for a file). */
const isNavigation = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-mode'] === 'navigate' ||
  (request.headers['sec-fetch-mode'] === undefined && (request.headers.accept ?? '').includes('text/html'));
