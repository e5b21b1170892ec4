import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import type { Ledger } from './ledger.js';
import { callbackUrl, type PaymentLinks } from './payment-links.js';
import { parse } from './requests.js';

const slugParam = z.object({ slug: z.string() });
const resultQuery = z.object({ payment_id: z.string() });

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves the hosted page of payment links: `/i/{slug}`, the address that Razorpay shortens. */
export function registerLinkPages(
  app: FastifyInstance,
  { config, ledger, links }: { config: Config; ledger: Ledger; links: PaymentLinks },
): void {
  const assets = new URL('../assets/', import.meta.url);
  const files = { '/i/:slug': ['link.html', 'text/html'], '/i/files/link.js': ['link.js', 'text/javascript'] } as const;
  for (const [path, [file, type]] of Object.entries(files)) {
    app.get(path, async (_request, reply) => {
      reply.type(`${type}; charset=utf-8`).headers(PAGE_HEADERS);
      return reply.send(await readFile(new URL(file, assets), 'utf8'));
    });
  }

  app.get('/i/:slug/details', async ({ params }) => {
    const { id, amount, amount_paid, status, description, customer, reference_id } = links.findBySlug(
      parse(slugParam, params).slug,
    );
    return {
      amount_due: amount - amount_paid,
      status,
      description,
      customer,
      reference_id,
      key: config.RAZORPAY_KEY_ID,
      ...(status === 'created' || status === 'partially_paid' ? { order_id: links.order(id).id } : {}),
    };
  });

  app.get('/i/:slug/result', async ({ params, query }) => {
    const link = links.findBySlug(parse(slugParam, params).slug);
    const payment = ledger.payment(parse(resultQuery, query).payment_id);
    const isOfLink = payment.captured && payment.order_id === link.order_id;
    return { redirect: isOfLink ? callbackUrl(link, payment.id, config.RAZORPAY_KEY_SECRET) : '' };
  });
}
