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

/** Compares without telling by its duration how much was right. */
export function equalSecrets(left: string, right: string): boolean {
  // Digests have one length, whatever the inputs' lengths.
  return timingSafeEqual(Buffer.from(hmac(left, 'compare')), Buffer.from(hmac(right, 'compare')));
}
