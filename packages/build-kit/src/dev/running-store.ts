import { existsSync, readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join, resolve } from 'node:path';
import type { DevServerProxyConfigArray } from '@rspack/core';
import { ROOT } from '../workspaces.js';

/** What the running store has and a page in development has not. */
const FROM_STORE = ['/api', '/media', '/remotes', '/registry.json', '/icon.svg', '/manifest.webmanifest'];

/** The address of the store that runs here, from `<DATA_DIR>/run.json`; STORE_URL names another one. */
export function storeAddress(): string | undefined {
  if (process.env['STORE_URL']) return process.env['STORE_URL'];
  const file = join(resolve(ROOT, process.env['DATA_DIR'] ?? '.data'), 'run.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { address: string }).address : undefined;
}

/**
 * Hands to the store what is the store's. To it, the page is one of its own: it lets no other origin sign in by cookie.
 * @param own paths below `FROM_STORE` that are served here after all
 */
export function storeProxy(target: string, own: readonly string[] = []): DevServerProxyConfigArray {
  const { origin } = new URL(target);
  return [
    {
      pathFilter: (path: string) =>
        FROM_STORE.some((prefix) => path.startsWith(prefix)) && !own.some((prefix) => path.startsWith(prefix)),
      target,
      changeOrigin: true,
      on: {
        proxyReq: (request: ClientRequest) => {
          if (request.getHeader('origin')) request.setHeader('origin', origin);
        },
      },
    },
  ];
}
