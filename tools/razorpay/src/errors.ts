interface ErrorDetails {
  source?: string;
  step?: string;
  reason?: string;
  metadata?: Record<string, string>;
  field?: string;
}

type ErrorCode = 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';

export interface ErrorBody {
  error: {
    code: ErrorCode;
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: Record<string, string>;
    field?: string;
  };
}

export class RazorpayError extends Error {
  constructor(
    readonly code: ErrorCode,
    description: string,
    readonly details: ErrorDetails = {},
    readonly statusCode = code === 'BAD_REQUEST_ERROR' ? 400 : code === 'GATEWAY_ERROR' ? 502 : 500,
  ) {
    super(description);
    this.name = 'RazorpayError';
  }

  get body(): ErrorBody {
    const { source, step, reason, metadata, field } = this.details;
    return {
      error: {
        code: this.code,
        description: this.message,
        source: source ?? (this.code === 'BAD_REQUEST_ERROR' ? 'business' : 'internal'),
        step: step ?? 'payment_initiation',
        reason: reason ?? (this.code === 'BAD_REQUEST_ERROR' ? 'input_validation_failed' : 'server_error'),
        metadata: metadata ?? {},
        ...(field === undefined ? {} : { field }),
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
