interface ErrorDetails {
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
  field?: string;
}

type ErrorCode = 'BAD_REQUEST_ERROR' | 'SERVER_ERROR';

export interface ErrorBody {
  error: ErrorDetails & { code: ErrorCode; description: string };
}

export class RazorpayError extends Error {
  constructor(
    readonly code: ErrorCode,
    description: string,
    readonly details: Partial<ErrorDetails> = {},
    readonly statusCode = code === 'BAD_REQUEST_ERROR' ? 400 : 500,
  ) {
    super(description);
    this.name = 'RazorpayError';
  }

  get body(): ErrorBody {
    const isBadRequest = this.code === 'BAD_REQUEST_ERROR';
    return {
      error: {
        code: this.code,
        description: this.message,
        source: isBadRequest ? 'business' : 'internal',
        step: 'payment_initiation',
        reason: isBadRequest ? 'input_validation_failed' : 'server_error',
        metadata: {},
        ...this.details,
      },
    };
  }
}

export function badRequest(description: string, field?: string): RazorpayError {
  return new RazorpayError('BAD_REQUEST_ERROR', description, field === undefined ? {} : { field });
}

/** Razorpay returns 400, not 404, for an unknown id. */
export function unknownId(): RazorpayError {
  return badRequest('The id provided does not exist');
}
