import type { Call } from '@rangavalli/contracts/call';
import { deviceCookieName, refreshCookieName } from '@rangavalli/contracts/refresh-cookie';
import type { UpstreamResponse } from '../upstream/upstream-response.js';

const forwardedHeaders = [
  'content-type',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'retry-after',
  'location',
];
const MAX_USER_AGENT_LENGTH = 512;
const COOKIE = /^([\w-]+)=[\w.-]{1,500}$/;

const isSessionCookie = (cookie: string, isSecure: boolean): boolean =>
  [refreshCookieName(isSecure), deviceCookieName(isSecure)].some((name) => cookie.startsWith(`${name}=`));

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
  { headers }: Pick<UpstreamResponse, 'headers'>,
): Record<string, string | string[]> {
  return { 'cache-control': call.cacheable ? 'no-cache' : 'no-store', ...pickHeaders(headers, forwardedHeaders) };
}

/** Returns the cookies of the session and the device, no other cookie, and the user agent of a `session` call. */
export function sessionHeaders(
  call: Call,
  { cookie = '', 'user-agent': agent }: { cookie?: string; 'user-agent'?: string },
  isSecure: boolean,
): Record<string, string> {
  if (!call.session) return {};
  const own = cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => COOKIE.test(part) && isSessionCookie(part, isSecure));
  return {
    ...(own.length > 0 ? { cookie: own.join('; ') } : {}),
    ...(agent ? { 'user-agent': agent.slice(0, MAX_USER_AGENT_LENGTH) } : {}),
  };
}

/** Returns the cookies of the session and the device of a `session` call and no other. */
export function sessionCookies(call: Call, setCookie: string | string[] | undefined, isSecure: boolean) {
  if (!call.session || setCookie === undefined) return [];
  return [setCookie].flat().filter((cookie) => isSessionCookie(cookie, isSecure));
}
