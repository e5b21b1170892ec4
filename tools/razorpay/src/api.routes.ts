import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import { badRequest, RazorpayError } from './errors.js';
import type { Ledger } from './ledger.js';
import type { PaymentLinks } from './payment-links.js';
import {
  linkChanges,
  type ListQuery,
  listQuery,
  newCapture,
  newOrder,
  newPaymentLink,
  newRefund,
  parse,
  refundKey,
} from './requests.js';
import { equalSecrets } from './signatures.js';
import type { Store } from './store.js';

const idParam = z.object({ id: z.string() });
const refundParams = idParam.extend({ refund: z.string() });
const notifyParams = idParam.extend({
  medium: z.enum(['email', 'sms'], { error: 'The medium must be email or sms.' }),
});
const linkQuery = listQuery.extend({ reference_id: z.string().optional(), payment_id: z.string().optional() });
const readId = (params: unknown) => parse(idParam, params).id;

export function registerApi(
  app: FastifyInstance,
  { config, store, ledger, links }: { config: Config; store: Store; ledger: Ledger; links: PaymentLinks },
): void {
  app.addHook('onRequest', basicAuth(config));
  // The SDK sends POST requests without a body as an empty form.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post('/v1/orders', ({ body }) => ledger.createOrder(parse(newOrder, body)));
  app.get('/v1/orders', async ({ query }) => {
    const filter = parse(listQuery, query);
    const matches = (receipt: string | null) => filter.receipt === undefined || filter.receipt === receipt;
    return page(
      [...store.orders.values()].filter((order) => matches(order.receipt)),
      filter,
    );
  });
  app.get('/v1/orders/:id', async ({ params }) => ledger.order(readId(params)));
  app.get('/v1/orders/:id/payments', async ({ params }) => {
    const { id } = ledger.order(readId(params));
    return collection([...store.payments.values()].filter((payment) => payment.order_id === id).reverse());
  });

  app.get('/v1/payments', async ({ query }) => page([...store.payments.values()], parse(listQuery, query)));
  app.get('/v1/payments/:id', async ({ params }) => ledger.payment(readId(params)));
  app.post('/v1/payments/:id/capture', ({ params, body }) => ledger.capture(readId(params), parse(newCapture, body)));
  app.post('/v1/payments/:id/refund', ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    return ledger.refund(readId(params), parse(newRefund, body), key === undefined ? undefined : parse(refundKey, key));
  });
  app.get('/v1/payments/:id/refunds', async ({ params, query }) => {
    const { id } = ledger.payment(readId(params));
    return page(
      [...store.refunds.values()].filter((refund) => refund.payment_id === id),
      parse(listQuery, query),
    );
  });
  app.get('/v1/payments/:id/refunds/:refund', async ({ params }) => {
    const { id, refund } = parse(refundParams, params);
    ledger.payment(id);
    return ledger.refundById(refund);
  });

  app.get('/v1/refunds', async ({ query }) => page([...store.refunds.values()], parse(listQuery, query)));
  app.get('/v1/refunds/:id', async ({ params }) => ledger.refundById(readId(params)));

  app.post('/v1/payment_links', async ({ body, host }) =>
    links.create(parse(newPaymentLink, body), config.PUBLIC_URL ?? `http://${host}`),
  );
  app.get('/v1/payment_links', async ({ query }) => {
    const { reference_id, payment_id, ...filter } = parse(linkQuery, query);
    const found = [...store.links.values()].filter(
      (link) =>
        (reference_id === undefined || link.reference_id === reference_id) &&
        (payment_id === undefined || link.payments?.some((payment) => payment.payment_id === payment_id)),
    );
    return { payment_links: page(found, filter).items };
  });
  app.get('/v1/payment_links/:id', async ({ params }) => links.find(readId(params)));
  app.patch('/v1/payment_links/:id', async ({ params, body }) => links.edit(readId(params), parse(linkChanges, body)));
  app.post('/v1/payment_links/:id/cancel', async ({ params }) => links.cancel(readId(params)));
  app.post('/v1/payment_links/:id/notify_by/:medium', async ({ params }) => {
    const { id, medium } = parse(notifyParams, params);
    const { customer } = links.find(id);
    if (!customer[medium === 'email' ? 'email' : 'contact'])
      throw badRequest(`The customer of this payment link has no address for ${medium}.`);
    return { success: true };
  });
}

function basicAuth({ RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET }: Config): onRequestHookHandler {
  return (request, _reply, done) => {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const credentials = Buffer.from(encoded, 'base64').toString();
    const isValid =
      scheme?.toLowerCase() === 'basic' && equalSecrets(credentials, `${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`);
    done(isValid ? undefined : new RazorpayError('BAD_REQUEST_ERROR', 'Authentication failed', {}, 401));
  };
}

const collection = <Item>(items: Item[]) => ({ entity: 'collection', count: items.length, items });

function page<Item extends { created_at: number }>(
  items: Item[],
  { count, skip, from = -Infinity, to = Infinity }: ListQuery,
) {
  const inRange = items.filter(({ created_at }) => created_at >= from && created_at <= to);
  return collection(inRange.reverse().slice(skip, skip + count));
}
