import { ChannelError, type ChannelFailure } from './channel.js';

/** Providers respond within a second or two, ms. */
const TIMEOUT_MS = 8_000;
const TOO_MANY_REQUESTS = 429;
const NOT_CONNECTED: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Posts JSON and returns the parsed response.
 * @param reasonOf the provider's text of an error
 * @throws ChannelError
 */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  reasonOf: (response: unknown) => string | undefined,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ChannelError(wasConnected(cause) ? 'unknown' : 'unavailable', 'no response', { cause });
  });
  const text = await response.text().catch(() => '');
  const parsed = parse(text);
  if (response.ok) return parsed;
  throw new ChannelError(failureOf(response.status), reasonOf(parsed) ?? `status ${response.status}`);
}

function wasConnected(error: unknown): boolean {
  const cause = (error as { cause?: { code?: unknown } }).cause;
  return !NOT_CONNECTED.includes(cause?.code);
}

/** A server error may come after the message was accepted; a refused connection and a rate limit come before. */
function failureOf(status: number): ChannelFailure {
  if (status === TOO_MANY_REQUESTS || status === 503) return 'unavailable';
  return status >= 500 ? 'unknown' : 'rejected';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
