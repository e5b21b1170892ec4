import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { basicAuth } from './auth.js';
import type { Config } from './config.js';
import type { Ledger } from './ledger.js';
import { type ListQuery, listQuery, newCapture, newOrder, newRefund, parse, refundKey } from './requests.js';
import type { Store } from './store.js';

const idParam = z.object({ id: z.string() });
const refundParams = idParam.extend({ refund: z.string() });
const idOf = (params: unknown) => parse(idParam, params).id;

interface Collection<Item> {
  entity: 'collection';
  count: number;
  items: Item[];
}

/** Razorpay's REST calls for orders, payments and refunds, behind basic authentication. */
export function registerApi(app: FastifyInstance, deps: { config: Config; store: Store; ledger: Ledger }): void {
  const { config, store, ledger } = deps;
  app.addHook('onRequest', basicAuth(config.RAZORPAY_KEY_ID, config.RAZORPAY_KEY_SECRET));

  app.post('/v1/orders', ({ body }) => ledger.createOrder(parse(newOrder, body)));
  app.get('/v1/orders', async ({ query }) => {
    const wanted = parse(listQuery, query);
    const orders = [...store.orders.values()];
    return page(
      wanted.receipt === undefined ? orders : orders.filter((order) => order.receipt === wanted.receipt),
      wanted,
    );
  });
  app.get('/v1/orders/:id', async ({ params }) => ledger.order(idOf(params)));
  app.get('/v1/orders/:id/payments', async ({ params }) => {
    const { id } = ledger.order(idOf(params));
    return collection([...store.payments.values()].filter((payment) => payment.order_id === id).reverse());
  });

  app.get('/v1/payments', async ({ query }) => page([...store.payments.values()], parse(listQuery, query)));
  app.get('/v1/payments/:id', async ({ params }) => ledger.payment(idOf(params)));
  app.post('/v1/payments/:id/capture', ({ params, body }) => ledger.capture(idOf(params), parse(newCapture, body)));
  app.post('/v1/payments/:id/refund', ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    return ledger.refund(idOf(params), parse(newRefund, body), key === undefined ? undefined : parse(refundKey, key));
  });
  app.get('/v1/payments/:id/refunds', async ({ params, query }) => {
    const { id } = ledger.payment(idOf(params));
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
  app.get('/v1/refunds/:id', async ({ params }) => ledger.refundById(idOf(params)));
}

function collection<Item>(items: Item[]): Collection<Item> {
  return { entity: 'collection', count: items.length, items };
}

/** A page of a list, newest first, within Unix seconds `from` and `to`. */
function page<Item extends { created_at: number }>(
  items: Item[],
  { count, skip, from, to }: ListQuery,
): Collection<Item> {
  const within = items.filter(
    ({ created_at }) => (from === undefined || created_at >= from) && (to === undefined || created_at <= to),
  );
  return collection(within.reverse().slice(skip, skip + count));
}
