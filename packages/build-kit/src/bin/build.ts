#!/usr/bin/env node
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Configuration } from '@rspack/core';
import { checkBudget } from '../budget/budget.js';
import { builtParts } from '../budget/built.js';
import { hostBuild } from '../build/host.js';
import { ROUTES, runBuild, writeRelease } from '../build/release.js';
import { containerName, readRemoteFile, remoteBuild } from '../build/remote.js';
import { hostServerBuild, remoteServerBuild } from '../build/server.js';
import { workerBuild } from '../build/worker.js';
import { explain } from '../command/report.js';
import { workspaceAt } from '../workspaces.js';

const MIN_BYTES = 1024;
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;

function precompress(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!COMPRESSIBLE.test(name)) continue;
    const file = join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

const workspace = workspaceAt(process.cwd());
const isRemote = existsSync(join(workspace.folder, 'remote.json'));
const folder = join(workspace.folder, 'dist/client');
// Of the build before, which `npm start` would take this one for (tools/store/src/setup/build.ts).
rmSync(join(workspace.folder, 'dist/inputs.sha256'), { force: true });
const stats = await runBuild((isRemote ? remoteBuild : hostBuild)(workspace, 'production'));
function serverConfiguration(): Configuration | undefined {
  if (!isRemote) return hostServerBuild(workspace);
  const routes = readRemoteFile(workspace).exposes[ROUTES];
  return routes ? remoteServerBuild(workspace, routes) : undefined;
}
const configuration = serverConfiguration();
const serverStats = configuration && (await runBuild(configuration));
const worker = isRemote ? undefined : workerBuild(workspace);
const all = [stats, ...(serverStats ? [serverStats] : []), ...(worker ? [await runBuild(worker)] : [])];
for (const one of all) {
  if (one.hasErrors() || one.hasWarnings())
    console.log(one.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
}
if (all.some((one) => one.hasErrors())) {
  process.exitCode = 1;
} else {
  try {
    const { version } = isRemote ? await writeRelease(workspace, stats, folder, serverStats) : workspace;
    precompress(folder);
    const { loads, largest } = builtParts(stats, isRemote ? containerName(workspace) : undefined);
    console.log(
      `${workspace.name} ${version} built into dist/client: ${checkBudget(workspace.name, loads, folder, { largest })}`,
    );
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}
