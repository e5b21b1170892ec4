import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. */
function isHmac(signature: string, secret: string, signed: string | Buffer): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('hex'));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Returns whether Razorpay signed a payment response: HMAC-SHA256 of `order|payment` with the key secret. */
export const isPaymentSignature = (signature: string, orderId: string, paymentId: string, keySecret: string): boolean =>
  isHmac(signature, keySecret, `${orderId}|${paymentId}`);

/** Returns whether Razorpay signed a webhook: HMAC-SHA256 of the raw body with the webhook secret. */
export const isWebhookSignature = (signature: unknown, rawBody: Buffer | undefined, webhookSecret: string): boolean =>
  typeof signature === 'string' && rawBody !== undefined && isHmac(signature, webhookSecret, rawBody);
