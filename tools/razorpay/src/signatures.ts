import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs checkout responses (`<order id>|<payment id>`) and raw webhook bodies. */
export function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function equalSecrets(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
