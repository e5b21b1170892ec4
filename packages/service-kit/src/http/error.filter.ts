import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import { type ErrorCode, errors } from '@rangavalli/contracts/errors';
import type { ErrorResponse } from '@rangavalli/contracts/primitives';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { type Observable, throwError } from 'rxjs';
import { AppError } from '../app-error.js';
import { correlationId, setErrorCode } from '../log/context.js';
import { LOGGER } from '../tokens.js';

const codeByStatus: Partial<Record<number, ErrorCode>> = {
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

const transientMongoCodes = new Set<unknown>([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoNetworkError ||
  error instanceof mongoose.mongo.MongoServerSelectionError ||
  error instanceof mongoose.Error.MongooseServerSelectionError ||
  (error instanceof mongoose.mongo.MongoServerError && transientMongoCodes.has(error.code));

/** An unknown error becomes INTERNAL and its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new AppError('UNAVAILABLE', { cause: error });
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown } | null)?.statusCode;
  const code = typeof status === 'number' ? codeByStatus[status] : undefined;
  return new AppError(code ?? 'INTERNAL', { cause: error });
}

export const toErrorResponse = ({ code, message, details }: AppError, requestId: string): ErrorResponse => ({
  success: false,
  code,
  message,
  requestId,
  details,
});

/** Errors of events and commands pass to the transport. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> | void {
    if (host.getType() !== 'http') return throwError(() => error);
    const http = host.switchToHttp();
    const { method, routeOptions } = http.getRequest<FastifyRequest>();
    const appError = toAppError(error);
    setErrorCode(appError.code);
    // The URL itself may hold personal data or a secret of an email; a message may quote what a provider responded.
    const err = error instanceof AppError && error.cause ? error.cause : error;
    if (appError.status >= 500)
      this.logger.error({ err, method, route: routeOptions.url }, errors[appError.code].message);
    // Thenable; Fastify logs failures.
    void http.getResponse<FastifyReply>().status(appError.status).send(toErrorResponse(appError, correlationId()));
  }
}
