/** What a failed attempt means for the next one (rule 10). */
export type Failure = 'never-arrived' | 'lost' | 'late' | 'other';

const neverArrived = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const lost = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const late = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED']);

/** A process that is closing answered 503 before it looked at the request. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway';
}

/** `never-arrived`: the request may be sent again whatever it is. `lost`: it may have been carried out. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TurnedAway) return 'never-arrived';
  const { code, syscall, name } = error as { code?: string; syscall?: string; name?: string };
  if ((code && neverArrived.has(code)) || syscall === 'connect') return 'never-arrived';
  if (code && lost.has(code)) return 'lost';
  if (name === 'TimeoutError' || (code && late.has(code))) return 'late';
  return 'other';
}
