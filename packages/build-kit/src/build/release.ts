import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stats } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { remotePath, type Release, type ReleasedPage } from '../serve/release-file.js';
import { chunkOf } from './federation.js';
import { containerName, readRemoteFile } from './remote.js';

/** The expose whose module is the remote's pages. */
export const ROUTES = './routes';

/** Files that a browser loads for the routes, and the server's file of them. */
function pageOf(browser: Stats, server: Stats): ReleasedPage | undefined {
  const group = browser.toJson({ all: false, chunkGroups: true }).namedChunkGroups?.[chunkOf(ROUTES)];
  const built = server
    .toJson({ all: false, entrypoints: true })
    .entrypoints?.['server']?.assets?.find(({ name }) => name.endsWith('.cjs'))?.name;
  const files = group?.assets?.map(({ name }) => name) ?? [];
  return built
    ? {
        server: built,
        scripts: files.filter((name) => name.endsWith('.js')),
        styles: files.filter((name) => name.endsWith('.css')),
      }
    : undefined;
}

/** Writes `release.json` beside a remote's built files. @param server the build of its routes for the server */
export function writeRelease(workspace: Workspace, stats: Stats, folder: string, server?: Stats): Release {
  const name = containerName(workspace);
  const entry = stats
    .toJson({ all: false, entrypoints: true })
    .entrypoints?.[name]?.assets?.find((asset) => asset.name.endsWith('.js'))?.name;
  if (!entry) throw new Error(`The build of ${workspace.name} has no container named ${name}.`);
  const page = server && pageOf(stats, server);
  const release: Release = {
    name,
    slice: workspace.name,
    version: `${workspace.version}+${createHash('sha256')
      .update(stats.hash ?? entry)
      .digest('hex')
      .slice(0, 8)}`,
    entry: `${remotePath(workspace.name)}${entry}`,
    ...(page ? { page } : {}),
    exposes: Object.keys(readRemoteFile(workspace).exposes).map((exposed) => exposed.replace('./', '')),
  };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  return release;
}
