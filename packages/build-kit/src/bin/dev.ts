#!/usr/bin/env node
/**
 * HandlesCall the frontend in the current folder with hot reload: a remote on a page of its own, the shell with those
 * remotes that `--with mf-a,mf-b` names (`all` of them), each with hot reload too. Everything else (`/api`, `/media`,
 * other slices) comes from the running store. PORT moves it from its usual port: 5100 the shell, above it the remotes.
 */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { hostBuild } from '../build/host.js';
import { containerName, remoteBuild, standaloneBuild } from '../build/remote.js';
import { compileAlways } from '../dev/compile-always.js';
import { storeAddress, storeProxy } from '../dev/running-store.js';
import { remotePath } from '../serve/release-file.js';
import { allWorkspaces, ROOT, workspaceAt, type Workspace } from '../workspaces.js';

const FIRST_PORT = 5100;

const { values } = parseArgs({
  options: { with: { type: 'string', default: '' }, 'no-compiler': { type: 'boolean', default: false } },
});
const target = storeAddress();
if (!target) {
  console.error('No running store was found: run `npm start` in the project folder first, then this again.');
  process.exit(1);
}
const isRemote = ({ folder }: Workspace): boolean => existsSync(join(folder, 'remote.json'));
const workspace = workspaceAt(process.cwd());
const remotes = allWorkspaces().filter(isRemote);
const asked = values.with.split(',');
const beside = isRemote(workspace) ? [] : remotes.filter(({ name }) => asked.includes(name) || asked.includes('all'));
const usualPort = FIRST_PORT + 1 + remotes.findIndex(({ name }) => name === workspace.name);

/** The store's registry, with the entries of the remotes that are served here. */
async function registry(): Promise<{ remotes: Record<string, unknown> }> {
  const { remotes: live } = (await (await fetch(new URL('/registry.json', target))).json()) as {
    remotes: Record<string, unknown>;
  };
  const here = beside.map((remote) => [
    containerName(remote),
    { version: `${remote.version}-dev`, entry: `${remotePath(remote.name)}remoteEntry.js` },
  ]);
  return { remotes: { ...live, ...Object.fromEntries(here) } };
}

if (!values['no-compiler']) {
  // An edit of what all slices share is seen here too. What is served is not checked for types: that the compiler says.
  const end = compileAlways([
    join(ROOT, 'packages/contracts'),
    workspace.folder,
    ...beside.map(({ folder }) => folder),
  ]);
  process.once('exit', end);
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
          registry().then(
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
console.log(
  `${[workspace, ...beside].map(({ name }) => name).join(', ')} at http://127.0.0.1:${server.options.port}, with the store at ${target}`,
);
