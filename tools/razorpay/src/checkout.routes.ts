import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import type { Order, Payment } from './entities.js';
import { type ErrorBody, RazorpayError } from './errors.js';
import type { Ledger } from './ledger.js';
import { failureOf } from './payments.js';
import { newPayment, parse } from './requests.js';
import { signPayment } from './signatures.js';

interface CheckoutSuccess {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** What the customer's page is told of a payment: the signed ids, or the error that it failed with. */
export function answerToPage(payment: Payment, keySecret: string): CheckoutSuccess | ErrorBody {
  if (payment.status === 'failed') return failureOf(payment);
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: signPayment(payment.order_id, payment.id, keySecret),
  };
}

const FILES = {
  '/v1/checkout.js': ['checkout.js', 'text/javascript; charset=utf-8'],
  '/v1/checkout/frame': ['frame.html', 'text/html; charset=utf-8'],
  '/v1/checkout/frame.css': ['frame.css', 'text/css; charset=utf-8'],
  '/v1/checkout/frame.js': ['frame.js', 'text/javascript; charset=utf-8'],
  '/v1/checkout/card.js': ['card.js', 'text/javascript; charset=utf-8'],
  '/v1/checkout/theme.js': ['theme.js', 'text/javascript; charset=utf-8'],
} as const;

const publicKey = z.object({ key_id: z.string().default('') });
const preferencesQuery = publicKey.extend({ order_id: z.string() });

/** The script that a shop's page loads, the payment window it opens, and what that window asks. */
export function registerCheckout(app: FastifyInstance, deps: { config: Config; ledger: Ledger }): void {
  const { config, ledger } = deps;
  const assets = new URL('../assets/', import.meta.url);
  // Only for a checkout.js that was bundled: loaded by its own address, it knows where it came from.
  const publicUrl = config.PUBLIC_URL ?? '';

  for (const [path, [file, type]] of Object.entries(FILES)) {
    app.get(path, async (_request, reply) => {
      void reply
        .type(type)
        // The window belongs to any shop, so any page may frame it; it runs nothing but its own files.
        .header(
          'content-security-policy',
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'none'",
        )
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-cache');
      const text = await readFile(new URL(file, assets), 'utf8');
      return text.replace('__PUBLIC_URL__', publicUrl);
    });
  }

  /** What the window shows of the order: the amount is Razorpay's, not the page's. */
  app.get('/v1/checkout/preferences', async ({ query }) => {
    const asked = parse(preferencesQuery, query);
    checkKey(asked.key_id);
    return preferencesOf(ledger.order(asked.order_id));
  });

  app.post('/v1/checkout/payments', async ({ body }) => {
    checkKey(parse(publicKey, body).key_id);
    return answerToPage(await ledger.pay(parse(newPayment, body)), config.RAZORPAY_KEY_SECRET);
  });

  function checkKey(keyId: string): void {
    if (keyId === config.RAZORPAY_KEY_ID) return;
    throw new RazorpayError('BAD_REQUEST_ERROR', 'The api key provided is invalid', {}, 401);
  }
}

function preferencesOf({
  id,
  amount,
  amount_due,
  currency,
  status,
}: Order): Pick<Order, 'id' | 'amount' | 'amount_due' | 'currency' | 'status'> {
  return { id, amount, amount_due, currency, status };
}
