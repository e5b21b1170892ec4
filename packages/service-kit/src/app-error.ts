import { type ErrorCode, errors } from '@rangavalli/contracts/errors';

/**
 * The one error that crosses boundaries: a code of the catalogue, a message for people, an HTTP status,
 * and details that help the caller to mend it (never internals).
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;

  /**
   * @param code from the catalogue in contracts
   * @param options `message` where the catalogue's is not precise enough; `details` for the caller; `cause` for the log
   */
  constructor(code: ErrorCode, options: { message?: string; details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(options.message ?? errors[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errors[code].status;
    this.details = options.details;
  }
}
