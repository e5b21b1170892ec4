import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Comes in the service worker's place where it is switched off: it lets go of everything, and of itself. */
const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
})()));
`;

/** What `/sw.js` answers; undefined where the page was built without a worker. */
export function workerScript(client: string, on: boolean): string | undefined {
  const file = join(client, 'sw.js');
  if (!on) return farewell;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
