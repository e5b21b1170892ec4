import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { registerAdmin } from './admin.routes.js';
import { AssetStore } from './asset-store.js';
import type { Config } from './config.js';
import { registerDelivery } from './delivery.routes.js';
import { CloudinaryError } from './errors.js';
import { Renderer } from './renderer.js';
import { MAX_FILE_BYTES, MAX_FORM_BYTES } from './upload-form.js';
import { registerUpload } from './upload.routes.js';

/** The whole stand-in, ready to listen. Closing it lets uploads and deliveries under way end. */
export async function createApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, name: 'cloudinary' },
    // A page asks for dozens of pictures; only what goes wrong is worth a line.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: MAX_FORM_BYTES,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 1000 },
  });
  const store = await AssetStore.open(config.DATA_DIR);
  const renderer = new Renderer(store);

  answerErrors(app);
  // Browsers upload straight to here, from whatever origin the shop has.
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD', 'POST', 'DELETE'], maxAge: 86_400 });
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
  // A file's size is counted by its reader, which drains it and can tell how large it was.
  await app.register(multipart, {
    limits: { fileSize: Number.MAX_SAFE_INTEGER, fieldSize: MAX_FORM_BYTES, files: 1, fields: 100, parts: 101 },
    throwFileSizeLimit: false,
  });
  for (const path of ['/health/live', '/health/ready']) app.get(path, async () => ({ status: 'ok' }));
  await app.register(async (scope) => registerUpload(scope, { config, store, renderer }));
  await app.register(async (scope) => registerAdmin(scope, { config, store }));
  registerDelivery(app, { config, store, renderer });
  return app;
}

/** Every error leaves in Cloudinary's shape, also those that Fastify finds before a route is reached. */
function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(async () => {
    throw new CloudinaryError(404, 'Not found');
  });
  app.setErrorHandler(async (error: FastifyError | CloudinaryError, request, reply) => {
    const known = error instanceof CloudinaryError ? error : fromFastify(error);
    if (known.statusCode >= 500) request.log.error(error);
    return reply.status(known.statusCode).send(known.body);
  });
}

function fromFastify(error: FastifyError): CloudinaryError {
  const status = error.statusCode ?? 500;
  if (status === 413) return new CloudinaryError(400, `File size too large. Maximum is ${MAX_FILE_BYTES}.`);
  // The SDK knows 400 and not the finer codes.
  return status >= 500 ? new CloudinaryError(500, 'General Error') : new CloudinaryError(400, error.message);
}
