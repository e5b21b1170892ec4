#!/usr/bin/env node
/** Builds the frontend in the current folder: a remote if it has a `remote.json`, else the host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import { hostBuild } from '../build/host.js';
import { precompress } from '../build/precompress.js';
import { ROUTES, writeRelease } from '../build/release.js';
import { readRemoteFile, remoteBuild } from '../build/remote.js';
import { hostServerBuild, remoteServerBuild } from '../build/server.js';
import { workspaceAt } from '../workspaces.js';

function run(configuration: Configuration): Promise<Stats> {
  const compiler = rspack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => (failure || !stats ? reject(failure ?? new Error('no result')) : resolve(stats)));
    });
  });
}

const workspace = workspaceAt(process.cwd());
const isRemote = existsSync(join(workspace.folder, 'remote.json'));
const folder = join(workspace.folder, 'dist/client');
const stats = await run((isRemote ? remoteBuild : hostBuild)(workspace, 'production'));
/** Its pages for the shell's server: of the shell, and of a remote that has any. */
function serverConfiguration(): Configuration | undefined {
  if (!isRemote) return hostServerBuild(workspace);
  const routes = readRemoteFile(workspace).exposes[ROUTES];
  return routes ? remoteServerBuild(workspace, routes) : undefined;
}
const forServer = serverConfiguration();
const serverStats = forServer && (await run(forServer));
const all = [stats, ...(serverStats ? [serverStats] : [])];
for (const one of all) {
  if (one.hasErrors() || one.hasWarnings()) console.log(one.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
}
if (all.some((one) => one.hasErrors())) {
  process.exitCode = 1;
} else {
  const version = isRemote ? writeRelease(workspace, stats, folder, serverStats).version : workspace.version;
  precompress(folder);
  console.log(`${workspace.name} ${version} built into dist/client`);
}
