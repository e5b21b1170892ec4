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

/**
 * Returns whether Razorpay signed a webhook: HMAC-SHA256 of the raw body with a webhook secret, of which there are two
 * during a rotation.
 */
export const isWebhookSignature = (
  signature: unknown,
  rawBody: Buffer | undefined,
  ...webhookSecrets: (string | undefined)[]
): boolean =>
  typeof signature === 'string' &&
  rawBody !== undefined &&
  webhookSecrets.some((secret) => Boolean(secret) && isHmac(signature, String(secret), rawBody));
