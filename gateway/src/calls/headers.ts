import type { Call } from '@rangavalli/contracts/call';
import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';
import type { UpstreamResponse } from '../upstream/upstream-response.js';

const forwardedHeaders = ['content-type', 'cache-control', 'etag', 'last-modified', 'retry-after', 'location'];
const MAX_USER_AGENT_LENGTH = 512;
const refreshCookieIn = new RegExp(`(?:^|;\\s*)(${refreshCookie.name}=[\\w.-]{1,200})\\s*(?:;|$)`);

/** By default private responses are not stored, and public ones are revalidated with the gateway's cache. */
export function responseHeaders(
  call: Pick<Call, 'cacheable'>,
  { headers }: UpstreamResponse,
): Record<string, string | string[]> {
  const forwarded: Record<string, string | string[]> = {};
  for (const name of forwardedHeaders) {
    const value = headers[name];
    if (value !== undefined) forwarded[name] = value;
  }
  forwarded['cache-control'] ??= call.cacheable ? 'no-cache' : 'no-store';
  return forwarded;
}

/** Returns the refresh cookie, no other cookie, and the user agent of a `session` call. */
export function sessionHeaders(
  call: Call,
  { cookie, 'user-agent': agent }: { cookie?: string | undefined; 'user-agent'?: string | undefined },
): Record<string, string> {
  if (!call.session) return {};
  const own = refreshCookieIn.exec(cookie ?? '')?.[1];
  return {
    ...(own ? { cookie: own } : {}),
    ...(agent ? { 'user-agent': agent.slice(0, MAX_USER_AGENT_LENGTH) } : {}),
  };
}

/** Returns the refresh cookie of a `session` call and no other. */
export function sessionCookies(call: Call, setCookie: string | string[] | undefined): string[] {
  if (!call.session || setCookie === undefined) return [];
  return [setCookie].flat().filter((cookie) => cookie.startsWith(`${refreshCookie.name}=`));
}
