import { existsSync, readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join, resolve } from 'node:path';
import type { DevServerProxyConfigArray } from '@rspack/core';
import { ROOT } from '../workspaces.js';

const FROM_STORE = ['/api', '/media', '/remotes', '/registry.json', '/icon.svg', '/manifest.webmanifest'];

export function storeAddress(): string | undefined {
  if (process.env['STORE_URL']) return process.env['STORE_URL'];
  const file = join(resolve(ROOT, process.env['DATA_DIR'] ?? '.data'), 'run.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { address: string }).address : undefined;
}

/** Replaces the origin, since the store accepts cookies only from its own. `own`: paths served locally. */
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
