import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import { faultSettings, Faults } from './faults.js';
import { MessageStore } from './message-store.js';
import { registerMsg91 } from './msg91.routes.js';
import { registerPush } from './push.routes.js';
import { Statuses } from './statuses.js';
import { registerWhatsApp } from './whatsapp.routes.js';

const PAGE_SIZE = 1_000;
const messagesQuery = z.object({
  channel: z.string().optional(),
  to: z.string().optional(),
  eventKey: z.string().optional(),
  after: z.coerce.number().int().min(0).default(0),
});

export function createApp(config: Config): FastifyInstance {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, name: 'messages' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    return503OnClosing: false,
  });
  const store = new MessageStore(config.DATA_DIR);
  const faults = new Faults();
  const statuses = new Statuses(config, app.log);

  for (const path of ['/health/live', '/health/ready']) app.get(path, async () => ({ status: 'ok' }));
  void app.register(async (scope) => registerMsg91(scope, { config, store, faults }));
  void app.register(async (scope) => registerWhatsApp(scope, { config, store, faults, statuses }));
  void app.register(async (scope) => registerPush(scope, { store, faults }));

  /** What was accepted, oldest first; `after`: the `next` of the page before. */
  app.get('/messages', async (request, reply) => {
    const query = messagesQuery.safeParse(request.query);
    if (!query.success) return reply.status(400).send({ error: z.prettifyError(query.error) });
    const { channel, to, eventKey, after } = query.data;
    const page = store.messages.slice(after, after + PAGE_SIZE);
    const messages = page.filter(
      (message) =>
        (!channel || message.channel === channel) &&
        (!to || message.to === to) &&
        (!eventKey || message.eventKey === eventKey),
    );
    return { messages, ...(after + PAGE_SIZE < store.messages.length ? { next: after + PAGE_SIZE } : {}) };
  });

  app.post('/simulate/faults', async (request, reply) => {
    const settings = faultSettings.safeParse(request.body);
    if (!settings.success) return reply.status(400).send({ error: z.prettifyError(settings.error) });
    faults.set(settings.data);
    return { ok: true };
  });

  app.addHook('onClose', () => statuses.stop());
  return app;
}
