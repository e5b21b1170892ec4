import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { correlationId } from '@rangavalli/service-kit/log/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UpstreamAnswer } from '../upstream/whole-answer.js';

const askedHeaders = [
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
const answeredHeaders = [
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

/** Cookies that say which release of a remote a visitor gets; the page's process reads and writes these and no other. */
const RELEASE_COOKIE = /^release-/;

/** What of a page request goes to the process that has the file: only what is named here, so that nothing of one hop leaks into the next. */
export function headersToAsk(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {
    [REQUEST_ID_HEADER]: correlationId(),
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
  for (const name of askedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const cookies = request.headers.cookie?.split(/; */).filter((cookie) => RELEASE_COOKIE.test(cookie));
  if (cookies?.length) headers['cookie'] = cookies.join('; ');
  return headers;
}

/** Puts what may pass of an upstream's headers on the reply. */
export function passHeaders(from: UpstreamAnswer['headers'], reply: FastifyReply): void {
  for (const name of answeredHeaders) {
    const value = from[name];
    if (value !== undefined) reply.header(name, value);
  }
  const cookies = [from['set-cookie'] ?? []].flat().filter((cookie) => RELEASE_COOKIE.test(cookie));
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (from.vary) reply.header('vary', [reply.getHeader('vary'), from.vary].filter(Boolean).join(', '));
}
