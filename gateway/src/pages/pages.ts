import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { brand } from '@rangavalli/contracts/brand';
import { FILE_PATH } from '@rangavalli/contracts/reserved-paths';
import { standalonePage } from '@rangavalli/contracts/standalone-page';
import { AppError } from '@rangavalli/service-kit/app-error';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { correlationId } from '@rangavalli/service-kit/log/context';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pickHeaders } from '../calls/headers.js';
import type { GatewayConfig } from '../config.js';
import { type PageLimit, RateLimits } from '../limits/rate-limits.js';
import { PageHeaders } from '../security/page-headers.js';
import type { UpstreamResponse } from '../upstream/upstream-response.js';
import type { Upstream, UpstreamRequest } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.js';

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
/** As in `shell/server/releases/visitor.ts`. */
const releaseCookie = /^(?:__Host-)?release-/;

interface Route {
  /** Ends with `/`. */
  prefix: string;
  upstream: Upstream;
  deadlineMs: number;
  limitOf: (path: string) => PageLimit;
  /** Long responses are streamed. Others are not: streams stay in memory until a full garbage collection. */
  isLong?: boolean;
  /** The part of the prefix that the upstream does not have. */
  strip?: string;
  /** Of the response, besides the upstream's. */
  headers?: Record<string, string>;
}

const readsFile = (): PageLimit => 'files';

export function addPages(app: NestFastifyApplication, fastify: FastifyInstance) {
  const upstreams = app.get(Upstreams);
  const [limits, pageHeaders] = [app.get(RateLimits), app.get(PageHeaders)];
  const { PAGE_DEADLINE_MS } = app.get<GatewayConfig>(CONFIG);

  async function forward(
    { prefix, upstream, deadlineMs, limitOf, isLong = false, strip = '' }: Route,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const path = request.raw.url ?? '/';
    // Routes also match a prefix that is percent-encoded.
    if (parentSegment.test(path) || !path.startsWith(prefix)) throw new AppError('NOT_FOUND');
    try {
      const limit = limitOf(path);
      await limits.count(limit, request, reply);
      const upstreamRequest: UpstreamRequest = {
        method: request.method as 'GET' | 'HEAD',
        path: path.slice(strip.length),
        headers: forwardedHeaders(request),
        deadlineMs,
        isRepeatable: true,
      };
      const { status, headers, body } =
        isLong || limit === 'sitemaps' ? await upstream.stream(upstreamRequest) : await upstream.call(upstreamRequest);
      copyHeaders(headers, reply);
      reply.headers(pageHeaders.of(headers));
      return reply.status(status).send(body);
    } catch (error) {
      if (!isNavigation(request)) throw error;
      return sendFallbackPage(error, reply);
    }
  }

  const addRoute = (route: Route) =>
    fastify.route({
      method: ['GET', 'HEAD'],
      url: `${route.prefix}*`,
      handler: (request, reply) => forward(route, request, reply.headers(route.headers ?? {})),
    });

  for (const [slice, upstream] of Object.entries(upstreams.remotes))
    addRoute({ prefix: `/remotes/${slice}/`, upstream, deadlineMs: PAGE_DEADLINE_MS, limitOf: readsFile });
  if (upstreams.media) {
    addRoute({
      prefix: '/media/',
      upstream: upstreams.media,
      deadlineMs: MEDIA_DEADLINE_MS,
      limitOf: readsFile,
      isLong: true,
      strip: '/media',
      // Also for a page opened by another name of this machine.
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    });
  }
  addRoute({ prefix: '/', upstream: upstreams.shell, deadlineMs: PAGE_DEADLINE_MS, limitOf: limitOfShell });
}

/** By the path, which the shell serves from a file, renders, or fills with long lists. */
function limitOfShell(url: string): PageLimit {
  const [path = ''] = url.split('?', 1);
  // The shell's router decodes a path before it selects a route.
  const decoded = decodeURIComponent(path);
  if (/^\/sitemap-(?!pages\.)/i.test(decoded)) return 'sitemaps';
  const isComputed = /^\/(?:registry\.json|sitemap)/i.test(decoded);
  const isFile = FILE_PATH.test(path) || /^\/manifest\.webmanifest$/i.test(path);
  return isFile && !isComputed ? 'files' : 'pages';
}

function sendFallbackPage(error: unknown, reply: FastifyReply) {
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
  if (error instanceof AppError && error.code === 'RATE_LIMITED') return reply.status(429).send(limitedPage);
  return reply.status(503).header('retry-after', 5).send(fallbackPage);
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

const retryPage = (title: string, text: string) =>
  standalonePage(
    `${brand.name}: ${title}`,
    `<h1>${brand.name}</h1>
<p>${text} Your cart and your orders are safe.</p>
<hr>
<p><a href="">Try again</a></p>
`,
    { head: '<meta name="robots" content="noindex">\n' },
  );

const fallbackPage = retryPage(
  'temporarily unavailable',
  'Our shop is temporarily unavailable. Please try again in a moment.',
);
const limitedPage = retryPage(
  'too many requests',
  'You have opened very many pages in a short time. Please wait a minute and try again.',
);
