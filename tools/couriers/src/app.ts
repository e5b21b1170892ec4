import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { z } from 'zod';
import type { Config } from './config.js';
import type { Context } from './context.js';
import { registerDelhivery } from './delhivery.routes.js';
import { CourierError, parse } from './errors.js';
import { Faults } from './faults.js';
import { Parcels } from './parcels.js';
import { createPdf, LABEL_SIZE, PAGE_SIZE } from './pdf.js';
import { registerShiprocket } from './shiprocket.routes.js';
import { registerSimulation } from './simulate.routes.js';
import { Tracking } from './tracking.js';
import { Webhooks } from './webhooks.js';

export async function createApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, name: 'couriers' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const parcels = new Parcels(config.DATA_DIR);
  const webhooks = new Webhooks(config, app.log);
  const tracking = new Tracking(parcels, webhooks, config);
  const faults = new Faults();
  const ownAddress = (): string => config.PUBLIC_URL ?? app.listeningOrigin;
  const context: Context = {
    config,
    parcels,
    tracking,
    webhooks,
    faults,
    publicUrl: (kind, found) => `${ownAddress()}/files/${kind}/${found.map(({ awb }) => awb).join('-')}.pdf`,
  };

  app.setErrorHandler(async (error: FastifyError | CourierError, request, reply) => {
    if (error instanceof CourierError) return reply.status(error.statusCode).send(error.body);
    const { statusCode = 500, message } = error;
    if (statusCode >= 500) request.log.error(error);
    return reply.status(statusCode).send({ message, status_code: statusCode });
  });
  faults.install(app);
  for (const path of ['/health/live', '/health/ready']) app.get(path, async () => ({ status: 'ok' }));
  registerShiprocket(app, context);
  registerDelhivery(app, context);
  registerSimulation(app, context);
  registerFiles(app, context);
  app.addHook('onReady', async () => tracking.start());
  app.addHook('onClose', async () => {
    tracking.stop();
    await webhooks.stop();
  });
  return app;
}

function registerFiles(app: FastifyInstance, { parcels }: Context): void {
  const file = z.object({ kind: z.enum(['labels', 'manifests']), awbs: z.string().max(5_000) });
  app.get('/files/:kind/:awbs.pdf', async ({ params }, reply) => {
    const { kind, awbs } = parse(file, params);
    const found = awbs.split('-').flatMap((awb) => parcels.byAwb(awb) ?? []);
    if (found.length === 0) throw new CourierError(404, 'There is no such file.');
    const lines = found.map(({ awb = '', carrier, reference, name, city, pincode, codRupees }) => [
      carrier,
      `AWB ${awb}`,
      `Order ${reference}`,
      `To ${name}`,
      `${city} ${pincode}`,
      codRupees > 0 ? `COD Rs. ${codRupees}` : 'Prepaid',
    ]);
    const pdf =
      kind === 'labels'
        ? createPdf(lines, LABEL_SIZE)
        : createPdf([['Manifest', ...lines.map((line) => line.slice(1).join(' | ').slice(0, 90))]], PAGE_SIZE);
    return reply.type('application/pdf').send(pdf);
  });
}
