#!/usr/bin/env node
/** Builds the frontend in the current folder: a remote if it has a `remote.json`, else the host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import { checkBudget } from '../budget/budget.js';
import { builtParts } from '../budget/built.js';
import { hostBuild } from '../build/host.js';
import { precompress } from '../build/precompress.js';
import { ROUTES, writeRelease } from '../build/release.js';
import { containerName, readRemoteFile, remoteBuild } from '../build/remote.js';
import { hostServerBuild, remoteServerBuild } from '../build/server.js';
import { workerBuild } from '../build/worker.js';
import { explain } from '../command/report.js';
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
const worker = isRemote ? undefined : workerBuild(workspace);
const all = [stats, ...(serverStats ? [serverStats] : []), ...(worker ? [await run(worker)] : [])];
for (const one of all) {
  if (one.hasErrors() || one.hasWarnings())
    console.log(one.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
}
if (all.some((one) => one.hasErrors())) {
  process.exitCode = 1;
} else {
  const version = isRemote ? writeRelease(workspace, stats, folder, serverStats).version : workspace.version;
  precompress(folder);
  const { loads, largest } = builtParts(stats, isRemote ? containerName(workspace) : undefined);
  try {
    console.log(
      `${workspace.name} ${version} built into dist/client: ${checkBudget(workspace.name, loads, folder, { largest })}`,
    );
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}
