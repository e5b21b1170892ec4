import { createHmac } from 'node:crypto';
import { isPaymentSignature, isWebhookSignature } from './signatures.js';

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

describe('signatures', () => {
  it('a payment is believed only with the signature of exactly this order and payment', () => {
    const right = hmac('order_1|pay_1', 'secret');
    expect(isPaymentSignature(right, 'order_1', 'pay_1', 'secret')).toBe(true);
    expect(isPaymentSignature(right, 'order_1', 'pay_2', 'secret')).toBe(false);
    expect(isPaymentSignature(right, 'order_2', 'pay_1', 'secret')).toBe(false);
    expect(isPaymentSignature(right, 'order_1', 'pay_1', 'other secret')).toBe(false);
  });

  it.each([
    '',
    'a',
    'é'.repeat(64),
    hmac('order_1|pay_1', 'secret').slice(0, 63),
    `${hmac('order_1|pay_1', 'secret')}0`,
    hmac('order_1|pay_1', 'secret').toUpperCase(),
  ])('%p is refused without a crash', (signature) => {
    expect(isPaymentSignature(signature, 'order_1', 'pay_1', 'secret')).toBe(false);
  });

  it('a webhook is believed only for the very bytes that were signed', () => {
    const body = Buffer.from('{"event": "payment.captured"}');
    const right = hmac(body.toString(), 'secret');
    expect(isWebhookSignature(right, body, 'secret')).toBe(true);
    expect(isWebhookSignature(right, Buffer.from('{"event":"payment.captured"}'), 'secret')).toBe(false);
    expect(isWebhookSignature(undefined, body, 'secret')).toBe(false);
    expect(isWebhookSignature(right, undefined, 'secret')).toBe(false);
  });

  it('a webhook is accepted with the next and the previous secret during a rotation, and with no other', () => {
    const body = Buffer.from('{}');
    for (const secret of ['next', 'previous'])
      expect(isWebhookSignature(hmac('{}', secret), body, 'next', 'previous')).toBe(true);
    expect(isWebhookSignature(hmac('{}', 'other'), body, 'next', 'previous')).toBe(false);
    expect(isWebhookSignature(hmac('{}', ''), body, 'next', undefined)).toBe(false);
    expect(isWebhookSignature(hmac('{}', ''), body, 'next', '')).toBe(false);
  });
});
