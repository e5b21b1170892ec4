import type { Call } from '@rangavalli/contracts/call';
import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';
import type { UpstreamResponse } from '../upstream/upstream-response.js';

const forwardedHeaders = ['content-type', 'cache-control', 'etag', 'last-modified', 'retry-after', 'location'];
const MAX_USER_AGENT_LENGTH = 512;
const refreshCookieIn = new RegExp(`(?:^|;\\s*)(${refreshCookie.name}=[\\w.-]{1,200})\\s*(?:;|$)`);

export function pickHeaders<Value>(
  headers: Readonly<Record<string, Value | undefined>>,
  names: readonly string[],
): Record<string, Value> {
  const picked: Record<string, Value> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/** By default private responses are not stored, and public ones are revalidated with the gateway's cache. */
export function responseHeaders(
  call: Pick<Call, 'cacheable'>,
  { headers }: UpstreamResponse,
): Record<string, string | string[]> {
  return { 'cache-control': call.cacheable ? 'no-cache' : 'no-store', ...pickHeaders(headers, forwardedHeaders) };
}

/** Returns the refresh cookie, no other cookie, and the user agent of a `session` call. */
export function sessionHeaders(
  call: Call,
  { cookie, 'user-agent': agent }: { cookie?: string; 'user-agent'?: string },
): Record<string, string> {
  if (!call.session) return {};
  const own = refreshCookieIn.exec(cookie ?? '')?.[1];
  return {
    ...(own ? { cookie: own } : {}),
    ...(agent ? { 'user-agent': agent.slice(0, MAX_USER_AGENT_LENGTH) } : {}),
  };
}

/** Returns the refresh cookie of a `session` call and no other. */
export function sessionCookies(call: Call, setCookie: string | string[] | undefined) {
  if (!call.session || setCookie === undefined) return [];
  return [setCookie].flat().filter((cookie) => cookie.startsWith(`${refreshCookie.name}=`));
}
