import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import { RazorpayError } from './errors.js';
import type { Ledger } from './ledger.js';
import { type ListQuery, listQuery, newCapture, newOrder, newRefund, parse, refundKey } from './requests.js';
import { equalSecrets } from './signatures.js';
import type { Store } from './store.js';

const idParam = z.object({ id: z.string() });
const refundParams = idParam.extend({ refund: z.string() });
const readId = (params: unknown) => parse(idParam, params).id;

export function registerApi(
  app: FastifyInstance,
  { config, store, ledger }: { config: Config; store: Store; ledger: Ledger },
): void {
  app.addHook('onRequest', basicAuth(config));

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
