import type { Socket } from 'node:net';
import type { ErrorCode } from '@rangavalli/contracts/errors';
import { errors } from '@rangavalli/contracts/errors';
import { AppError } from '../app-error.js';
import { correlationId } from '../log/context.js';
import { toErrorResponse } from './error.filter.js';
import { REQUEST_ID_HEADER } from './hooks.js';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Answers what Node's HTTP parser refuses before there is a request, in the one error shape, and hangs up:
 * there is no telling where the next request would begin.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = codes[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const requestId = correlationId();
  const body = JSON.stringify(toErrorResponse(new AppError(code), requestId));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${errors[code].status} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${REQUEST_ID_HEADER}: ${requestId}\r\nconnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
