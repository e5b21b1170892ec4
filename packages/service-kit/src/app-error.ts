import { type ErrorCode, errors } from '@rangavalli/contracts/errors';

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;

  /** `details` are sent to the caller; `cause` is only logged. */
  constructor(
    readonly code: ErrorCode,
    options: { message?: string; details?: Record<string, unknown> | undefined; cause?: unknown } = {},
  ) {
    super(options.message ?? errors[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = errors[code].status;
    this.details = options.details;
  }
}
