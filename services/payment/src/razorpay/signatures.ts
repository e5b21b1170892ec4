import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares in constant time; a signature of another length is just as wrong as any. */
function isHmac(given: string, secret: string, signed: string | Buffer): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('hex'));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Whether what a page says of a payment was signed by Razorpay: HMAC-SHA256 of `order|payment` under the key secret. */
export const isPaymentSignature = (signature: string, orderId: string, paymentId: string, keySecret: string): boolean =>
  isHmac(signature, keySecret, `${orderId}|${paymentId}`);

/** Whether a webhook came from Razorpay: HMAC-SHA256 of the raw body under the webhook secret. */
export const isWebhookSignature = (signature: unknown, rawBody: Buffer | undefined, webhookSecret: string): boolean =>
  typeof signature === 'string' && rawBody !== undefined && isHmac(signature, webhookSecret, rawBody);
