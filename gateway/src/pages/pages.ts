import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { brand } from '@rangavalli/contracts/brand';
import { standalonePage } from '@rangavalli/contracts/standalone-page';
import { AppError } from '@rangavalli/service-kit/app-error';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { correlationId } from '@rangavalli/service-kit/log/context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pickHeaders } from '../calls/headers.js';
import type { UpstreamResponse } from '../upstream/upstream-response.js';
import type { Upstream } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';

const PAGE_DEADLINE_MS = 6_000;
/** The image host transforms a picture on its first request. */
const MEDIA_DEADLINE_MS = 20_000;

const parentSegment = /(?:^|\/)(?:\.|%2e){2}(?:[/?#]|%2f|%5c|\\|$)/i;

const requestHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
  'sec-fetch-dest',
  'sec-fetch-mode',
];
const responseHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-range',
  'content-disposition',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
  'expires',
  'location',
  'link',
  'retry-after',
  'server-timing',
  'x-robots-tag',
];
const releaseCookie = /^release-/;

export function addPages(app: NestFastifyApplication, fastify: FastifyInstance) {
  const upstreams = app.get(Upstreams);
  const addRoute = (
    url: string,
    upstream: Upstream,
    deadlineMs: number,
    { strip = '', headers = {} }: { strip?: string; headers?: Record<string, string> } = {},
  ) =>
    fastify.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => forward(upstream, request, reply.headers(headers), deadlineMs, strip),
    });

  for (const [slice, upstream] of Object.entries(upstreams.remotes))
    addRoute(`/remotes/${slice}/*`, upstream, PAGE_DEADLINE_MS);
  if (upstreams.media) {
    // Also for a page opened by another name of this machine.
    addRoute('/media/*', upstreams.media, MEDIA_DEADLINE_MS, {
      strip: '/media',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    });
  }
  addRoute('/*', upstreams.shell, PAGE_DEADLINE_MS);
}

async function forward(
  upstream: Upstream,
  request: FastifyRequest,
  reply: FastifyReply,
  deadlineMs: number,
  strip: string,
) {
  const path = request.raw.url ?? '/';
  if (parentSegment.test(path)) throw new AppError('NOT_FOUND');
  try {
    const { statusCode, headers, body } = await upstream.stream({
      method: request.method,
      path: path.slice(strip.length),
      headers: forwardedHeaders(request),
      deadlineMs,
      isRepeatable: true,
    });
    copyHeaders(headers, reply);
    return reply.status(statusCode).send(body);
  } catch (error) {
    if (!isNavigation(request)) throw error;
    reply.status(503).header('cache-control', 'no-store').header('retry-after', 5);
    return reply.type('text/html; charset=utf-8').send(fallbackPage);
  }
}

/** No hop-by-hop headers, credentials or other cookies. */
function forwardedHeaders(request: FastifyRequest) {
  const cookies = request.headers.cookie?.split(/; */).filter((cookie) => releaseCookie.test(cookie));
  return {
    ...pickHeaders(request.headers, requestHeaders),
    ...(cookies?.length ? { cookie: cookies.join('; ') } : {}),
    [REQUEST_ID_HEADER]: correlationId(),
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}

function copyHeaders(from: UpstreamResponse['headers'], reply: FastifyReply) {
  reply.headers(pickHeaders(from, responseHeaders));
  const cookies = [from['set-cookie'] ?? []].flat().filter((cookie) => releaseCookie.test(cookie));
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (from.vary) reply.header('vary', [reply.getHeader('vary'), from.vary].filter(Boolean).join(', '));
}

const isNavigation = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-mode'] === 'navigate' ||
  (headers['sec-fetch-mode'] === undefined && (headers.accept ?? '').includes('text/html'));

const fallbackPage = standalonePage(
  `${brand.name}: temporarily unavailable`,
  `<h1>${brand.name}</h1>
<p>Our shop is temporarily unavailable. Please try again in a moment. Your cart and your orders are safe.</p>
<hr>
<p><a href="">Try again</a></p>
`,
  { head: '<meta name="robots" content="noindex">\n' },
);
