import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { processFacts } from './process-facts.js';
import { remotePath, type Release } from './release-file.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;

/** `cache-control` of a file: for ever when its name carries its hash, else asked for again each time. */
export const cacheControl = (file: string): string =>
  HASHED_NAME.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * The static host of one remote: its files under `basePath`, `/health/live` and `/health/ready`.
 * @param folder the workspace's folder, already built
 * @param basePath where its files lie; `/remotes/<slice>/` unless told
 */
export async function staticHost(folder: string, basePath?: string): Promise<FastifyInstance> {
  const files = join(folder, 'dist/client');
  const releaseFile = join(files, 'release.json');
  const release = existsSync(releaseFile) ? (JSON.parse(readFileSync(releaseFile, 'utf8')) as Release) : undefined;
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });
  app.get('/health/live', async () => ({ status: 'ok', ...processFacts }));
  app.get('/health/ready', async (_request, reply) => {
    // Read each time: somebody may have taken the files away.
    const ready = release !== undefined && existsSync(releaseFile);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', version: release?.version });
  });
  await app.register(fastifyStatic, {
    root: files,
    prefix: basePath ?? (release ? remotePath(release.slice) : '/'),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControl(path));
      // A remote may lie on another origin than the page (a content delivery network).
      reply.header('access-control-allow-origin', '*');
      reply.header('x-content-type-options', 'nosniff');
    },
  });
  return app;
}
