import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkoutResponse } from './checkout.routes.js';
import type { Config } from './config.js';
import type { DeliveryQueue } from './deliveries.js';
import { badRequest } from './errors.js';
import { newDelivery } from './events.js';
import { type Faults, faultSettings } from './faults.js';
import type { Ledger } from './ledger.js';
import { newPayment, parse } from './requests.js';
import type { Store } from './store.js';

const replayRequest = z
  .object({
    event_id: z.string().optional(),
    payment_id: z.string().optional(),
    times: z.number().int().min(1).max(100).default(1),
    order: z.enum(['forward', 'reverse']).default('forward'),
  })
  .refine(({ event_id, payment_id }) => event_id ?? payment_id, 'Either event_id or payment_id is required.');

const REPLAY_INTERVAL_MS = 150;

export function registerSimulation(
  app: FastifyInstance,
  dependencies: { config: Config; store: Store; ledger: Ledger; faults: Faults; deliveries: DeliveryQueue },
): void {
  const { config, store, ledger, faults, deliveries } = dependencies;

  app.post('/simulate/pay', async ({ body }) =>
    checkoutResponse(await ledger.pay(parse(newPayment, body)), config.RAZORPAY_KEY_SECRET),
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
      events: [...store.events.values()].map(({ body, ...event }) => ({ ...event, sent: JSON.parse(body) as unknown })),
      deliveries: [...store.deliveries.values()],
    };
    const counts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
    return { counts, faults: faults.settings, ...lists };
  });
}
