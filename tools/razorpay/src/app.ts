import { createHash } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { registerApi } from './api.routes.js';
import { registerCheckout } from './checkout.routes.js';
import type { Config } from './config.js';
import { DeliveryQueue } from './deliveries.js';
import { badRequest, RazorpayError } from './errors.js';
import { EventWriter } from './events.js';
import { Faults } from './faults.js';
import { Ledger } from './ledger.js';
import { registerLinkPages } from './link.routes.js';
import { PaymentLinks } from './payment-links.js';
import { registerSimulation } from './simulate.routes.js';
import { type Change, Store } from './store.js';

export async function createApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, name: 'razorpay' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const store = await Store.open(config.DATA_DIR);
  const faults = new Faults();
  const deliveries = new DeliveryQueue(store, config, app.log);
  const events = new EventWriter(config, accountId(config.RAZORPAY_KEY_ID));
  const settings = {
    refundProcessMs: config.REFUND_PROCESS_MS,
    defaultWebhookMode: () => faults.settings.webhook,
    refundOutcome: () => faults.settings.refund,
    commit: (changes: Change[]) => {
      store.commit(changes);
      for (const [table, record] of changes) if (table === 'deliveries') deliveries.schedule(record);
    },
  };
  const links = new PaymentLinks(store, events, settings);
  const ledger = new Ledger(store, events, links, settings);

  setErrorResponses(app);
  faults.install(app);
  for (const path of ['/health/live', '/health/ready']) app.get(path, async () => ({ status: 'ok' }));
  await app.register(async (scope) => registerApi(scope, { config, store, ledger, links }));
  registerCheckout(app, { config, ledger });
  registerLinkPages(app, { config, ledger, links });
  registerSimulation(app, { config, store, ledger, links, faults, deliveries });

  app.addHook('onReady', async () => {
    for (const delivery of store.deliveries.values()) deliveries.schedule(delivery);
    ledger.schedulePendingRefunds();
    links.scheduleExpiries();
  });
  app.addHook('onClose', async () => {
    ledger.stop();
    links.stop();
    await deliveries.stop();
    await store.close();
  });
  return app;
}

function accountId(keyId: string): string {
  const hash = createHash('sha256').update(keyId).digest('base64');
  return `acc_${hash.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 14)}`;
}

function setErrorResponses(app: FastifyInstance): void {
  app.setNotFoundHandler(async () => {
    throw badRequest('The requested URL was not found on the server.');
  });
  app.setErrorHandler(async (error: FastifyError | RazorpayError, request, reply) => {
    if (error instanceof RazorpayError) return reply.status(error.statusCode).send(error.body);
    const { statusCode = 500, message } = error;
    if (statusCode >= 500) request.log.error(error);
    const converted =
      statusCode >= 500
        ? new RazorpayError('SERVER_ERROR', 'The server encountered an error.')
        : new RazorpayError('BAD_REQUEST_ERROR', message, {}, statusCode);
    return reply.status(converted.statusCode).send(converted.body);
  });
}
