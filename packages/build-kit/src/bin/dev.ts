#!/usr/bin/env node
/**
 * Serves the frontend in the current folder with hot reload: the shell as it is, a remote on a page of its own.
 * Everything else (`/api`, `/media`, other slices) comes from the running store, whose address is in
 * `<DATA_DIR>/run.json`. PORT moves it (5100 and up by default).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { hostBuild } from '../build/host.js';
import { standaloneBuild } from '../build/remote.js';
import { ROOT, workspaceAt } from '../workspaces.js';

function storeAddress(): string | undefined {
  const file = join(resolve(ROOT, process.env['DATA_DIR'] ?? '.data'), 'run.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { address: string }).address : undefined;
}

const target = storeAddress();
if (!target) {
  console.error('No running store was found: run `npm start` in the project folder first, then this again.');
  process.exit(1);
}
const workspace = workspaceAt(process.cwd());
const isRemote = existsSync(join(workspace.folder, 'remote.json'));
const compiler = rspack(isRemote ? standaloneBuild(workspace) : hostBuild(workspace, 'development'));
const server = new RspackDevServer(
  {
    host: '127.0.0.1',
    port: process.env['PORT'] ?? 'auto',
    hot: true,
    historyApiFallback: true,
    proxy: [{ context: ['/api', '/media', '/remotes', '/registry.json'], target, changeOrigin: true }],
  },
  compiler,
);
await server.start();
console.log(`${workspace.name} at http://127.0.0.1:${server.options.port}, with the store at ${target}`);
