import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { isKnownPath } from '../src/remote-paths.js';
import { pageWith } from './page.js';
import type { RegistryReader } from './registry.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;
/** A path whose last part has an ending is a file: when it is missing, a page is no answer to it. */
const FILE_PATH = /\.[a-z0-9]{2,5}$/i;

/**
 * The shell's server: its own files, the registry, and the page for every other path. Security headers are the
 * gateway's, through which all of this is reached.
 * @param client folder of the built page
 */
export async function shellApp(client: string, registry: RegistryReader): Promise<FastifyInstance> {
  const html = readFileSync(join(client, 'index.html'), 'utf8');
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });

  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async () => ({ status: 'ok', remotes: Object.keys((await registry.current()).remotes) }));
  app.get('/registry.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await registry.fresh()));

  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, 'http://shell').pathname;
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !FILE_PATH.test(path);
    if (!isPage) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
    reply.code(isKnownPath(path) ? 200 : 404);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(pageWith(html, await registry.current(), path));
  });
  return app;
}
