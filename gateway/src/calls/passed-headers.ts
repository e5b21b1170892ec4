import type { Call } from '@rangavalli/contracts/call';
import type { UpstreamAnswer } from '../upstream/whole-answer.js';

/** What of a service's answer goes on to the caller besides status and body. */
const passed = ['content-type', 'cache-control', 'etag', 'last-modified', 'retry-after', 'location'];

/** The headers of a service's answer that its caller gets. What is one customer's is kept nowhere; what is everybody's is asked about each time (its cache is the gateway's). */
export function passedHeaders(
  call: Pick<Call, "cacheable">,
  { headers }: UpstreamAnswer,
): Record<string, string | string[]> {
  const told: Record<string, string | string[]> = {};
  for (const name of passed) {
    const value = headers[name];
    if (value !== undefined) told[name] = value;
  }
  told['cache-control'] ??= call.cacheable ? 'no-cache' : 'no-store';
  return told;
}

/** Of one answer and no other. */
const ownNames = new Set([
  ...passed,
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'set-cookie',
  'x-request-id',
]);
/** Whether a header is the same on every answer of this process: security, and what other origins may do. */
export const isEverywhere = (name: string): boolean => !ownNames.has(name) && !name.startsWith('x-ratelimit-');
