import type { Call } from '@rangavalli/contracts/call';
import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';

/** Longer ones are no browser's; nothing but a few words is made of it. */
const LONGEST_AGENT = 512;
const inHeader = new RegExp(`(?:^|;\\s*)(${refreshCookie.name}=[\\w.-]{1,200})\\s*(?:;|$)`);

/** What a `session` call brings to its service besides the usual: the refresh cookie and no other, and what the browser is. */
export function sessionHeaders(
  call: Call,
  { cookie, 'user-agent': agent }: { cookie?: string | undefined; 'user-agent'?: string | undefined },
): Record<string, string> {
  if (!call.session) return {};
  const own = inHeader.exec(cookie ?? '')?.[1];
  return { ...(own ? { cookie: own } : {}), ...(agent ? { 'user-agent': agent.slice(0, LONGEST_AGENT) } : {}) };
}

/** What a service's answer to a `session` call may set: the refresh cookie and no other. */
export function sessionCookies(call: Call, given: string | string[] | undefined): string[] {
  if (!call.session || given === undefined) return [];
  return [given].flat().filter((cookie) => cookie.startsWith(`${refreshCookie.name}=`));
}
