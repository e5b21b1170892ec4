import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerToPage } from './checkout.routes.js';
import type { Config } from './config.js';
import type { DeliveryQueue } from './deliveries.js';
import { badRequest } from './errors.js';
import { newDelivery } from './events.js';
import { type Faults, faultSettings } from './faults.js';
import type { Ledger } from './ledger.js';
import { newPayment, parse } from './requests.js';
import type { Store } from './store.js';

const replay = z
  .object({
    event_id: z.string().optional(),
    payment_id: z.string().optional(),
    times: z.number().int().min(1).max(100).default(1),
    /** `reverse` sends the newest event first, a moment before the one next to it. */
    order: z.enum(['forward', 'reverse']).default('forward'),
  })
  .refine((asked) => asked.event_id ?? asked.payment_id, 'Either event_id or payment_id is required.');

/** Milliseconds between events of an ordered replay: enough for the earlier one to have arrived. */
const REPLAY_GAP_MS = 150;

/** What no Razorpay account has: payments without a browser, troubles on demand, a view of everything. */
export function registerSimulation(
  app: FastifyInstance,
  deps: { config: Config; store: Store; ledger: Ledger; faults: Faults; deliveries: DeliveryQueue },
): void {
  const { config, store, ledger, faults, deliveries } = deps;

  app.post('/simulate/pay', async ({ body }) =>
    answerToPage(await ledger.pay(parse(newPayment, body)), config.RAZORPAY_KEY_SECRET),
  );

  app.post('/simulate/faults', async ({ body }) => {
    faults.settings = parse(faultSettings, body);
    return faults.settings;
  });

  app.post('/simulate/webhooks/replay', async ({ body }) => {
    const asked = parse(replay, body);
    const events = [...store.events.values()].filter(
      (event) => event.id === asked.event_id || event.payment_id === asked.payment_id,
    );
    if (events.length === 0) throw badRequest('No event is known by this id.');
    if (asked.order === 'reverse') events.reverse();
    const now = Date.now();
    const added = events.flatMap((event, index) =>
      Array.from({ length: asked.times }, () => newDelivery(event.id, now + index * REPLAY_GAP_MS)),
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
