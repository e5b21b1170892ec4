import { createHash } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { registerApi } from './api.routes.js';
import { registerCheckout } from './checkout.routes.js';
import type { Config } from './config.js';
import { DeliveryQueue } from './deliveries.js';
import { badRequest, RazorpayError } from './errors.js';
import { EventWriter } from './events.js';
import { Faults } from './faults.js';
import { Ledger } from './ledger.js';
import { RefundClock } from './refund-clock.js';
import { registerSimulation } from './simulate.routes.js';
import { type Change, Store } from './store.js';

/** The whole stand-in, ready to listen. Closing it lets answers and webhooks under way end. */
export async function createApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, name: 'razorpay' },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const store = await Store.open(config.DATA_DIR);
  const faults = new Faults();
  const deliveries = new DeliveryQueue(
    store,
    {
      url: config.WEBHOOK_URL,
      secret: config.RAZORPAY_WEBHOOK_SECRET,
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      retryMs: config.WEBHOOK_RETRY_MS,
    },
    app.log,
  );
  const events = new EventWriter({
    accountId: accountId(config.RAZORPAY_KEY_ID),
    lateMs: config.WEBHOOK_LATE_MS,
    activated: config.WEBHOOK_EVENTS,
  });
  const ledger: Ledger = new Ledger(store, events, {
    refundProcessMs: config.REFUND_PROCESS_MS,
    webhookMode: () => faults.settings.webhook,
    committed: (changes: Change[]) => {
      for (const [table, record] of changes) if (table === 'deliveries') deliveries.schedule(record);
      if (changes.some(([table]) => table === 'refunds')) refunds.wind();
    },
  });
  const refunds = new RefundClock(ledger);

  answerErrors(app);
  faults.install(app);
  for (const path of ['/health/live', '/health/ready']) app.get(path, async () => ({ status: 'ok' }));
  await app.register(async (scope) => registerApi(scope, { config, store, ledger }));
  registerCheckout(app, { config, ledger });
  registerSimulation(app, { config, store, ledger, faults, deliveries });

  app.addHook('onReady', async () => {
    deliveries.start();
    refunds.wind();
  });
  app.addHook('onClose', async () => {
    refunds.stop();
    await deliveries.stop();
    await store.close();
  });
  return app;
}

/** One account a key id, the same at every start. */
function accountId(keyId: string): string {
  return `acc_${createHash('sha256')
    .update(keyId)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 14)}`;
}

/** Every error leaves in Razorpay's shape, also those that Fastify finds before a route is reached. */
function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(async () => {
    throw badRequest('The requested URL was not found on the server.');
  });
  app.setErrorHandler(async (error: FastifyError | RazorpayError, request, reply) => {
    const known = error instanceof RazorpayError ? error : fromFastify(error);
    if (known.statusCode >= 500 && !(error instanceof RazorpayError)) request.log.error(error);
    return reply.status(known.statusCode).send(known.body);
  });
}

function fromFastify(error: FastifyError): RazorpayError {
  const status = error.statusCode ?? 500;
  if (status >= 500) return new RazorpayError('SERVER_ERROR', 'The server encountered an error.');
  return new RazorpayError('BAD_REQUEST_ERROR', error.message, {}, status);
}
