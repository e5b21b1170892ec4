import { join } from 'node:path';
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
import { registerVideos } from './video.routes.js';
import { MAX_FILE_BYTES, MAX_FORM_BYTES } from './upload-form.js';
import { registerUpload } from './upload.routes.js';

export async function createApp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, name: 'cloudinary' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: MAX_FORM_BYTES,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 1000 },
  });
  const store = await AssetStore.open(config.DATA_DIR);
  const renderer = new Renderer(store);

  setErrorResponses(app);
  // Browsers upload directly, from any origin.
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD', 'POST', 'DELETE'], maxAge: 86_400 });
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
  // `readForm` limits the file size, because it must drain the file and report its size.
  await app.register(multipart, {
    limits: { fileSize: Number.MAX_SAFE_INTEGER, fieldSize: MAX_FORM_BYTES, files: 1, fields: 100, parts: 101 },
    throwFileSizeLimit: false,
  });
  for (const path of ['/health/live', '/health/ready']) app.get(path, async () => ({ status: 'ok' }));
  await app.register(async (scope) => registerUpload(scope, { config, store, renderer }));
  await app.register(async (scope) => registerAdmin(scope, { config, store }));
  registerDelivery(app, { config, store, renderer });
  const videos = await AssetStore.open(join(config.DATA_DIR, 'videos'));
  await app.register(async (scope) => registerVideos(scope, { config, store: videos }));
  return app;
}

function setErrorResponses(app: FastifyInstance): void {
  app.setNotFoundHandler(async () => {
    throw new CloudinaryError(404, 'Not found');
  });
  app.setErrorHandler(async (error: FastifyError | CloudinaryError, request, reply) => {
    const { statusCode, message } = error instanceof CloudinaryError ? error : fromFastify(error);
    if (statusCode >= 500) request.log.error(error);
    return reply.status(statusCode).send({ error: { message } });
  });
}

function fromFastify({ statusCode = 500, message }: FastifyError): CloudinaryError {
  if (statusCode === 413) return new CloudinaryError(400, `File size too large. Maximum is ${MAX_FILE_BYTES}.`);
  // The SDK does not handle client errors other than 400.
  return statusCode >= 500 ? new CloudinaryError(500, 'General Error') : new CloudinaryError(400, message);
}
