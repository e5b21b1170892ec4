import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import { type ErrorCode, errors } from '@rangavalli/contracts/errors';
import type { ErrorResponse } from '@rangavalli/contracts/primitives';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { type Observable, throwError } from 'rxjs';
import { AppError } from '../app-error.js';
import { correlationId } from '../log/context.js';
import { LOGGER } from '../tokens.js';

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  400: 'MALFORMED_JSON',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/** What a MongoDB says that stops, starts or elects a primary: the same command works in a moment. */
const databaseResting = new Set<unknown>([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Turns whatever was thrown into an error of the catalogue. What is not one becomes INTERNAL, and its cause stays inside. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (
    error instanceof mongoose.mongo.MongoNetworkError ||
    error instanceof mongoose.mongo.MongoServerSelectionError ||
    error instanceof mongoose.Error.MongooseServerSelectionError
  ) {
    return new AppError('UNAVAILABLE', { cause: error });
  }
  if (error instanceof mongoose.mongo.MongoServerError && databaseResting.has(error.code))
    return new AppError('UNAVAILABLE', { cause: error });
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown } | null)?.statusCode;
  const code = typeof status === 'number' ? codeOfStatus[status] : undefined;
  return new AppError(code ?? 'INTERNAL', { cause: error });
}

/** The error answer (one shape everywhere). */
export const toErrorResponse = (error: AppError, requestId: string): ErrorResponse => ({
  success: false,
  code: error.code,
  message: error.message,
  requestId,
  ...(error.details ? { details: error.details } : {}),
});

/** Answers every error of an HTTP call in the one shape; lets errors of events and commands through to the transport. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> | void {
    if (host.getType() !== 'http') return throwError(() => error);
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const known = toAppError(error);
    if (known.status >= 500) this.logger.error({ err: error, method: request.method, url: request.url }, known.message);
    void reply.status(errors[known.code].status).send(toErrorResponse(known, correlationId()));
  }
}
