import { AppError } from '@rangavalli/service-kit/app-error';

/** What Razorpay, or the way to it, said instead of an answer. */
export class RazorpayError extends Error {
  override readonly name = 'RazorpayError';

  /** @param status HTTP status; 0 when there was no answer at all */
  constructor(
    readonly status: number,
    readonly description: string,
    options?: { cause?: unknown },
  ) {
    super(`Razorpay ${status || 'unreachable'}: ${description}`, options);
  }

  /** Razorpay said no, and asking again gets the same. Otherwise it may or may not have done what it was asked. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 409, 429].includes(this.status);
  }
}

/** For our own callers: the provider failed; the log keeps why. */
export const providerFailed = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('PAYMENT_PROVIDER_FAILED', { cause: error });
