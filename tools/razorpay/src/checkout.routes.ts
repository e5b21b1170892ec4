import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import type { Payment } from './entities.js';
import { type ErrorBody, RazorpayError } from './errors.js';
import type { Ledger } from './ledger.js';
import { failureOf } from './payments.js';
import { newPayment, parse } from './requests.js';
import { hmac } from './signatures.js';

/** Returns what checkout.js passes to the page: the signed ids, or the error of a failed payment. */
export function checkoutResponse(payment: Payment, keySecret: string): Record<string, string> | ErrorBody {
  if (payment.status === 'failed') return failureOf(payment);
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: hmac(`${payment.order_id}|${payment.id}`, keySecret),
  };
}

const FILES = {
  '.js': 'checkout.js',
  '/frame': 'frame.html',
  '/frame.css': 'frame.css',
  '/frame.js': 'frame.js',
  '/card.js': 'card.js',
  '/theme.js': 'theme.js',
};
const TYPES: Record<string, string> = { js: 'text/javascript', html: 'text/html', css: 'text/css' };

const ASSET_HEADERS = {
  // Any page may frame the window, which runs its own files only.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "img-src 'self' https: http: data:; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
};

const publicKey = z.object({ key_id: z.string().default('') });
const preferencesQuery = publicKey.extend({ order_id: z.string() });

export function registerCheckout(app: FastifyInstance, { config, ledger }: { config: Config; ledger: Ledger }): void {
  const assets = new URL('../assets/', import.meta.url);

  for (const [path, file] of Object.entries(FILES)) {
    app.get(`/v1/checkout${path}`, async (_request, reply) => {
      const text = await readFile(new URL(file, assets), 'utf8');
      reply.type(`${TYPES[file.split('.')[1]!]}; charset=utf-8`).headers(ASSET_HEADERS);
      // For a bundled checkout.js, which cannot read its origin from its own URL.
      return reply.send(text.replace('__PUBLIC_URL__', config.PUBLIC_URL ?? ''));
    });
  }

  app.get('/v1/checkout/preferences', async ({ query }) => {
    const { key_id, order_id } = parse(preferencesQuery, query);
    checkKey(key_id);
    const { id, amount, amount_due, currency, status } = ledger.order(order_id);
    return { id, amount, amount_due, currency, status };
  });

  app.post('/v1/checkout/payments', async ({ body }) => {
    checkKey(parse(publicKey, body).key_id);
    return checkoutResponse(await ledger.pay(parse(newPayment, body)), config.RAZORPAY_KEY_SECRET);
  });

  function checkKey(keyId: string): void {
    if (keyId === config.RAZORPAY_KEY_ID) return;
    throw new RazorpayError('BAD_REQUEST_ERROR', 'The api key provided is invalid', {}, 401);
  }
}
