import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const unregisterScript = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
})()));
`;

/** No route where the worker was not built. */
export function addWorker(app: FastifyInstance, client: string, isOn: boolean): void {
  const file = join(client, 'sw.js');
  if (isOn && !existsSync(file)) return;
  const script = isOn ? readFileSync(file, 'utf8') : unregisterScript;
  const compressed = isOn && existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined;
  app.get('/sw.js', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/javascript');
    return compressed && /\bbr\b/.test(headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'br').send(compressed)
      : reply.send(script);
  });
}
