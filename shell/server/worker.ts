import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Comes in the service worker's place where it is switched off: it lets go of everything, and of itself. */
const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
})()));
`;

/** What `/sw.js` answers, and the same in brotli where the build has it; undefined where the page was built without a worker. */
function workerScript(client: string, on: boolean): { script: string; compressed?: Buffer | undefined } | undefined {
  const file = join(client, 'sw.js');
  if (!on) return { script: farewell };
  const compressed = `${file}.br`;
  return existsSync(file)
    ? { script: readFileSync(file, 'utf8'), compressed: existsSync(compressed) ? readFileSync(compressed) : undefined }
    : undefined;
}

/** The routes of the worker's script: asked for anew each time, so that a new one is taken at once. */
export function addWorker(app: FastifyInstance, client: string, on: boolean): void {
  const worker = workerScript(client, on);
  if (!worker) return;
  const { script, compressed } = worker;
  app.get('/sw.js', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/javascript');
    return compressed && /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
      ? reply.header('content-encoding', 'br').send(compressed)
      : reply.send(script);
  });
}
