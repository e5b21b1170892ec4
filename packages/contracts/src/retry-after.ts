// No zod: runs in browsers.

/** Returns the delay of a `Retry-After` header in ms; its value is in seconds or an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const delay = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}
