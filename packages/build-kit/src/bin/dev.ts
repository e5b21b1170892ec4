#!/usr/bin/env node
/**
 * Serves the frontend in the current folder with hot reload and the running store behind it; the shell with the remotes
 * of `--with mf-a,mf-b` (or `all`). With `--no-compiler` the parent process compiles and sends its output. PORT is 5100
 * for the shell, then one per remote.
 */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { hostBuild } from '../build/host.js';
import { readPages } from '../build/release.js';
import { containerName, remoteBuild, standaloneBuild } from '../build/remote.js';
import { storeAddress, storeProxy } from '../dev/running-store.js';
import { TypeErrorOverlay } from '../dev/type-error-overlay.js';
import { watchAndCompile } from '../dev/watch-compiler.js';
import { remotePath } from '../serve/release-file.js';
import { allWorkspaces, ROOT, workspaceAt, type Workspace } from '../workspaces.js';

const FIRST_PORT = 5100;
/** The store restarts its shell after a change. */
const RESTART_MS = 60_000;
const RETRY_MS = 250;

const { values } = parseArgs({
  options: { with: { type: 'string', default: '' }, 'no-compiler': { type: 'boolean', default: false } },
});
const target = storeAddress();
if (!target) {
  console.error('No running store found. Run `npm start` in the project folder first.');
  process.exit(1);
}
const isRemote = ({ folder }: Workspace): boolean => existsSync(join(folder, 'remote.json'));
const workspace = workspaceAt(process.cwd());
const remotes = allWorkspaces().filter(isRemote);
const requested = values.with.split(',');
const beside = isRemote(workspace)
  ? []
  : remotes.filter(({ name }) => requested.includes(name) || requested.includes('all'));
const usualPort = FIRST_PORT + 1 + remotes.findIndex(({ name }) => name === workspace.name);

async function registry(): Promise<{ remotes: Record<string, unknown> }> {
  const { remotes: live } = (await (await fetch(new URL('/registry.json', target))).json()) as {
    remotes: Record<string, unknown>;
  };
  const here = await Promise.all(
    beside.map(async (remote) => {
      const entry = `${remotePath(remote.name)}remoteEntry.js`;
      return [containerName(remote), { version: `${remote.version}-dev`, entry, pages: await readPages(remote) }];
    }),
  );
  return { remotes: { ...live, ...Object.fromEntries(here) } };
}

/** A page that opens while the store restarts waits, instead of being without its sections. */
async function registryOnceUp(): ReturnType<typeof registry> {
  for (const until = Date.now() + RESTART_MS; ; await sleep(RETRY_MS))
    try {
      return await registry();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
}

const page = isRemote(workspace) ? standaloneBuild(workspace) : hostBuild(workspace, 'development');
const server = new RspackDevServer(
  {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? usualPort),
    hot: true,
    historyApiFallback: true,
    proxy: storeProxy(target, ['/registry.json', ...beside.map(({ name }) => remotePath(name))]),
    setupMiddlewares: (middlewares) => [
      {
        name: 'registry',
        path: '/registry.json',
        middleware: (_request: IncomingMessage, response: ServerResponse) => {
          registryOnceUp().then(
            (found) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
            () => Object.assign(response, { statusCode: 502 }).end(),
          );
        },
      },
      ...middlewares,
    ],
  },
  rspack([page, ...beside.map((remote) => remoteBuild(remote, 'development'))]),
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void server.stop().finally(() => process.exit(0)));
await server.start();

const overlay = new TypeErrorOverlay(server);
if (values['no-compiler']) {
  process.on('message', (output) => overlay.show(String(output)));
} else {
  const stop = watchAndCompile(
    [join(ROOT, 'packages/contracts'), workspace.folder, ...beside.map(({ folder }) => folder)],
    (output) => overlay.show(output),
  );
  process.once('exit', stop);
}
console.log(
  `${[workspace, ...beside].map(({ name }) => name).join(', ')} at http://127.0.0.1:${server.options.port}, with the store at ${target}`,
);
