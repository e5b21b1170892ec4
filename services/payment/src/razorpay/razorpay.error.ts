import { AppError } from '@rangavalli/service-kit/app-error';

export class RazorpayError extends Error {
  override readonly name = 'RazorpayError';

  /** @param status HTTP status; 0 without a response */
  constructor(
    readonly status: number,
    readonly description: string,
    options?: { cause?: unknown },
  ) {
    super(`Razorpay ${status || 'unreachable'}: ${description}`, options);
  }

  /** Whether a retry gets the same rejection. Otherwise the request may or may not have been executed. */
  get isRejected(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 409, 429].includes(this.status);
  }
}

export const providerFailed = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('PAYMENT_PROVIDER_FAILED', { cause: error });
