import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkoutResponse } from './checkout.routes.js';
import type { Config } from './config.js';
import type { DeliveryQueue } from './deliveries.js';
import { badRequest } from './errors.js';
import { newDelivery } from './events.js';
import { type Faults, faultSettings } from './faults.js';
import type { Ledger } from './ledger.js';
import type { PaymentLinks } from './payment-links.js';
import { newPayment, parse, refundOutcome } from './requests.js';
import type { Store } from './store.js';

const replayRequest = z
  .object({
    event_id: z.string().optional(),
    payment_id: z.string().optional(),
    times: z.number().int().min(1).max(100).default(1),
    order: z.enum(['forward', 'reverse', 'shuffled']).default('forward'),
  })
  .refine(({ event_id, payment_id }) => event_id ?? payment_id, 'Either event_id or payment_id is required.');

const payRequest = newPayment.extend({
  order_id: z.string().optional(),
  payment_link_id: z.string().optional(),
  /** The attempt began before the payment link expired or was cancelled. */
  late: z.boolean().default(false),
});
const refundRequest = z.object({ refund_id: z.string(), outcome: refundOutcome.exclude(['pending']) });
const linkRequest = z.object({ payment_link_id: z.string() });

const REPLAY_INTERVAL_MS = 150;

export function registerSimulation(
  app: FastifyInstance,
  dependencies: {
    config: Config;
    store: Store;
    ledger: Ledger;
    links: PaymentLinks;
    faults: Faults;
    deliveries: DeliveryQueue;
  },
): void {
  const { config, store, ledger, links, faults, deliveries } = dependencies;

  app.post('/simulate/pay', async ({ body }) => {
    const { payment_link_id, late, ...payment } = parse(payRequest, body);
    const order_id = payment_link_id === undefined ? (payment.order_id ?? '') : links.order(payment_link_id).id;
    return checkoutResponse(await ledger.pay({ ...payment, order_id }, late), config.RAZORPAY_KEY_SECRET);
  });

  app.post('/simulate/refunds', async ({ body }) => {
    const { refund_id, outcome } = parse(refundRequest, body);
    return ledger.settleRefund(refund_id, outcome);
  });

  app.post('/simulate/payment_links/expire', async ({ body }) =>
    links.expire(parse(linkRequest, body).payment_link_id),
  );

  app.post('/simulate/faults', async ({ body }) => {
    faults.settings = parse(faultSettings, body);
    return faults.settings;
  });

  app.post('/simulate/webhooks/replay', async ({ body }) => {
    const { event_id, payment_id, times, order } = parse(replayRequest, body);
    const events = [...store.events.values()].filter(
      (event) => event.id === event_id || event.payment_id === payment_id,
    );
    if (events.length === 0) throw badRequest('No event is known by this id.');
    if (order === 'reverse') events.reverse();
    if (order === 'shuffled') events.sort(() => Math.random() - 0.5);
    const now = Date.now();
    const added = events.flatMap(({ id }, index) =>
      Array.from({ length: times }, () => newDelivery(id, now + index * REPLAY_INTERVAL_MS)),
    );
    store.commit(added.map((delivery) => ['deliveries', delivery]));
    for (const delivery of added) deliveries.schedule(delivery);
    return { scheduled: added.length, events: events.map(({ id, event }) => ({ id, event })) };
  });

  app.get('/simulate/state', async () => {
    const lists = {
      orders: [...store.orders.values()],
      payments: [...store.payments.values()],
      refunds: [...store.refunds.values()],
      links: [...store.links.values()],
      events: [...store.events.values()].map(({ body, ...event }) => ({ ...event, sent: JSON.parse(body) as unknown })),
      deliveries: [...store.deliveries.values()],
    };
    const counts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
    return { counts, faults: faults.settings, ...lists };
  });
}
