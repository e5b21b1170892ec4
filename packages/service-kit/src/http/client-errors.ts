import type { Socket } from 'node:net';
import type { ErrorCode } from '@rangavalli/contracts/errors';
import { AppError } from '../app-error.js';
import { correlationId } from '../log/context.js';
import { toErrorResponse } from './error.filter.js';
import { REQUEST_ID_HEADER } from './hooks.js';

/** Of refusals that are sent before any hook: nothing may load, frame or reinterpret them. */
export const REFUSAL_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
} as const;

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** How long a client may go on sending a refused request, in ms. */
const LINGER_MS = 1_000;
/** Connections with a refused request: the parser rejects each further part of it. */
const refused = new WeakSet<Socket>();

/**
 * Responds to requests that Node's parser rejects, then closes: the start of the next request is unknown. What the
 * client still sends is read for a moment: after a reset of the connection it would never see the response.
 */
export function sendClientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const appError = new AppError(codes[error.code ?? ''] ?? 'MALFORMED_REQUEST');
  const requestId = correlationId();
  const body = JSON.stringify(toErrorResponse(appError, requestId));
  const head = [
    `HTTP/1.1 ${appError.status} Error`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    ...Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
