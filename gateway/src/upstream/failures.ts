/**
 * Architecture, invariant 10: `not-received` requests may be sent again; `connection-lost` ones may have been carried
 * out.
 */
export type Failure = 'not-received' | 'connection-lost' | 'timeout' | 'other';

const notReceivedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const connectionLostCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED']);

export class StoppingError extends Error {
  override readonly name = 'StoppingError';
}

/** A proxy of the mesh responded in place of the process: it is unknown whether that has the request. */
export class MeshError extends Error {
  override readonly name = 'MeshError';
}

/** At the address is a process of another store, or of another slice. */
export class StrangerError extends Error {
  override readonly name = 'StrangerError';
}

export function failureOf(error: unknown): Failure {
  if (error instanceof StoppingError || error instanceof StrangerError) return 'not-received';
  if (error instanceof MeshError) return 'connection-lost';
  const { code, syscall, name } = error as { code?: string; syscall?: string; name?: string };
  if ((code && notReceivedCodes.has(code)) || syscall === 'connect') return 'not-received';
  if (code && connectionLostCodes.has(code)) return 'connection-lost';
  if (name === 'TimeoutError' || (code && timeoutCodes.has(code))) return 'timeout';
  return 'other';
}
