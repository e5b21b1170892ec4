/** Messages that the specification quotes (§8) stay exact. */
export const errors = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read.' },
  MALFORMED_JSON: { status: 400, message: 'The request could not be read.' },
  UNAUTHENTICATED: { status: 401, message: 'You must be logged in.' },
  SESSION_ENDED: { status: 401, message: 'Your session has ended. Please log in again.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Incorrect email or password.' },
  // Not 401: the session is valid.
  WRONG_PASSWORD: { status: 400, message: 'Your current password is incorrect.' },
  RESET_TOKEN_INVALID: {
    status: 400,
    message: 'This link has already been used or has expired. Please request a new one.',
  },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  PRODUCT_NOT_FOUND: { status: 404, message: 'This product is no longer available.' },
  CART_LINE_NOT_FOUND: { status: 404, message: 'This item is not in your cart.' },
  ADDRESS_NOT_FOUND: { status: 404, message: 'Address not found.' },
  ORDER_NOT_FOUND: { status: 404, message: 'Order not found.' },
  PAYMENT_NOT_FOUND: { status: 404, message: 'Payment not found.' },
  DELIVERY_NOT_FOUND: { status: 404, message: 'Webhook delivery not found.' },
  DEAD_LETTER_NOT_FOUND: { status: 404, message: 'This event has already been replayed or deleted.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed here.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  SIZE_REQUIRED: { status: 400, message: 'Please select a size.' },
  SIZE_UNKNOWN: { status: 400, message: 'This size is not available for this product.' },
  STOCK_BY_SIZE: { status: 409, message: 'This product tracks stock by size. Please set the stock of each size.' },
  OUT_OF_STOCK: { status: 409, message: 'Sorry, this is out of stock.' },
  INSUFFICIENT_STOCK: { status: 409, message: 'Sorry, fewer items are left than you requested.' },
  IN_STOCK: { status: 409, message: 'Good news: this item is in stock right now.' },
  CART_EMPTY: { status: 409, message: 'Your cart is empty.' },
  TOTAL_CHANGED: { status: 409, message: 'Prices have changed. Please check the new total.' },
  CHECKOUT_IN_PROGRESS: { status: 409, message: 'Your checkout is being prepared. Please try again in a moment.' },
  ORDER_ALREADY_PAID: { status: 409, message: 'This order has already been paid for.' },
  ORDER_NOT_CANCELLABLE: { status: 409, message: 'This order can no longer be cancelled.' },
  ORDER_REFUNDED: { status: 409, message: 'This order has been refunded and cannot be reopened.' },
  ORDER_CHANGED: { status: 409, message: 'This order was changed by someone else. Please reload the page.' },
  PAYMENT_SIGNATURE_INVALID: { status: 400, message: 'Payment verification failed.' },
  PAYMENT_MISMATCH: { status: 409, message: 'This payment does not belong to this order.' },
  PAYMENT_NOT_CAPTURED: { status: 402, message: 'The payment has not been completed.' },
  PAYMENT_REFUNDED: {
    status: 409,
    message: 'The items sold out before your payment arrived. Your payment is being refunded in full.',
  },
  PAYMENT_IN_USE: {
    status: 409,
    message: 'This payment belongs to an order. Cancel the order to refund it.',
  },
  REQUEST_TIMEOUT: { status: 408, message: 'The request timed out.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not supported.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The URL or the headers of the request are too long.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong.' },
  PAYMENT_PROVIDER_FAILED: {
    status: 502,
    message: 'The payment provider did not respond. You have not been charged. Please try again.',
  },
  UNAVAILABLE: { status: 503, message: 'Temporarily unavailable. Please try again.' },
  DEADLINE_EXCEEDED: { status: 504, message: 'This took too long. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errors, code);
