import type { ErrorCode } from '@rangavalli/contracts/errors';

/** Codes of the catalogue, and two that only a browser meets: no connection, and an answer that was not ours. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE';

/** A call that did not end well. `message` is for people; `status` is 0 where no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    readonly status = 0,
    readonly requestId?: string,
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** Makes an `ApiError` of whatever was thrown. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('UNREADABLE', 'Something went wrong.');

/** Whether waiting for the connection to come back may help. */
export const isOffline = (error: ApiError): boolean => error.code === 'NETWORK';

/** What the server said of a failure, in its own words; nothing where it answered without any, or not at all. */
export const serverMessage = ({ code, status, message }: ApiError): string | undefined =>
  status > 0 && code !== 'UNREADABLE' && message ? message : undefined;
