import type { ErrorCode } from '@rangavalli/contracts/errors';

/** `NETWORK`: no connection; `UNREADABLE`: not the API's response. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

/** `message` is for the visitor; `status` is 0 without a response; the server names `retryAfterMs`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    readonly status = 0,
    readonly requestId?: string,
    readonly details?: Readonly<Record<string, unknown>>,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('UNREADABLE', 'Something went wrong.');

export const isOffline = (error: ApiError): boolean => error.code === 'NETWORK';

export const serverMessage = ({ code, status, message }: ApiError): string | undefined =>
  status > 0 && code !== 'UNREADABLE' && message ? message : undefined;
