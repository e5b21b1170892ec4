/**
 * The catalogue of error codes: one meaning a code, the HTTP status it travels with, and the message
 * that people see when the place that raises it says nothing more precise.
 * Messages in the specification's own words are kept to the letter (specification §8).
 */
export const errors = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read.' },
  MALFORMED_JSON: { status: 400, message: 'The request could not be read.' },
  UNAUTHENTICATED: { status: 401, message: 'You must be logged in.' },
  SESSION_ENDED: { status: 401, message: 'Your session has ended. Please log in again.' },
  INVALID_CREDENTIALS: { status: 401, message: 'E-mail or password is not right.' },
  // Not 401: the session is good, only the password typed beside it is not.
  WRONG_PASSWORD: { status: 400, message: 'Your current password is not right.' },
  RESET_TOKEN_INVALID: { status: 400, message: 'This link has been used or is too old. Please ask for a new one.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'We could not find that.' },
  PRODUCT_NOT_FOUND: { status: 404, message: 'This product is no longer available.' },
  CART_LINE_NOT_FOUND: { status: 404, message: 'This item is not in your cart.' },
  ADDRESS_NOT_FOUND: { status: 404, message: 'We could not find that address.' },
  ORDER_NOT_FOUND: { status: 404, message: 'We could not find that order.' },
  PAYMENT_NOT_FOUND: { status: 404, message: 'We could not find that payment.' },
  DELIVERY_NOT_FOUND: { status: 404, message: 'We could not find that delivery.' },
  DEAD_LETTER_NOT_FOUND: { status: 404, message: 'This event has been handled or taken away already.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This cannot be done here.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this e-mail exists already.' },
  SIZE_REQUIRED: { status: 400, message: 'Please select a size.' },
  SIZE_UNKNOWN: { status: 400, message: 'This size is not offered.' },
  STOCK_BY_SIZE: { status: 409, message: 'The stock of this product is counted by size. Please set it for each size.' },
  OUT_OF_STOCK: { status: 409, message: 'Sorry, this is out of stock.' },
  INSUFFICIENT_STOCK: { status: 409, message: 'Sorry, fewer pieces are left than you asked for.' },
  IN_STOCK: { status: 409, message: 'Good news: this can be bought right now.' },
  CART_EMPTY: { status: 409, message: 'Your cart is empty.' },
  TOTAL_CHANGED: { status: 409, message: 'Prices have changed since you looked. Please check the new total.' },
  CHECKOUT_IN_PROGRESS: { status: 409, message: 'Your checkout is being prepared. Please try again in a moment.' },
  ORDER_ALREADY_PAID: { status: 409, message: 'This order has been paid already.' },
  ORDER_NOT_CANCELLABLE: { status: 409, message: 'This order can no longer be cancelled.' },
  ORDER_REFUNDED: { status: 409, message: 'This order was refunded, so it cannot be opened again.' },
  ORDER_CHANGED: { status: 409, message: 'Somebody else changed this order. Please reload it.' },
  PAYMENT_SIGNATURE_INVALID: { status: 400, message: 'Payment verification failed.' },
  PAYMENT_MISMATCH: { status: 409, message: 'This payment does not belong to this order.' },
  PAYMENT_NOT_CAPTURED: { status: 402, message: 'The payment has not been completed.' },
  PAYMENT_REFUNDED: {
    status: 409,
    message: 'The pieces were gone when the money arrived. Your payment is being refunded in full.',
  },
  PAYMENT_IN_USE: {
    status: 409,
    message: 'An order stands behind this payment. Cancel the order to give the money back.',
  },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'That is too much at once.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This kind of content is not accepted here.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The address or the headers of the request are too long.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong.' },
  PAYMENT_PROVIDER_FAILED: {
    status: 502,
    message: 'The payment provider did not answer. Nothing was charged. Please try again.',
  },
  UNAVAILABLE: { status: 503, message: 'This part of the shop is resting for a moment. Please try again.' },
  DEADLINE_EXCEEDED: { status: 504, message: 'This took too long. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** The code of an error, as it travels in every error answer, command reply and log line. */
export type ErrorCode = keyof typeof errors;

/** Tells whether a text is one of the catalogue's codes. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errors, code);
