import { createHmac, timingSafeEqual } from 'node:crypto';

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** What checkout hands to the page as proof of a payment. */
export function signPayment(orderId: string, paymentId: string, keySecret: string): string {
  return hmac(`${orderId}|${paymentId}`, keySecret);
}

/** The `X-Razorpay-Signature` header of a webhook: over the raw body. */
export function signWebhook(body: string, webhookSecret: string): string {
  return hmac(body, webhookSecret);
}

/** Compares with a secret, without telling by its duration how much was right. */
export function equalTo(secret: string): (given: string) => boolean {
  const expected = Buffer.from(secret);
  return (given) => {
    const actual = Buffer.from(given);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
}
