import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stats } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { remotePath, type Release } from '../serve/release-file.js';
import { containerName, readRemoteFile } from './remote.js';

/** Writes `release.json` beside a remote's built files. */
export function writeRelease(workspace: Workspace, stats: Stats, folder: string): Release {
  const name = containerName(workspace);
  const entry = stats
    .toJson({ all: false, entrypoints: true })
    .entrypoints?.[name]?.assets?.find((asset) => asset.name.endsWith('.js'))?.name;
  if (!entry) throw new Error(`The build of ${workspace.name} has no container named ${name}.`);
  const release: Release = {
    name,
    slice: workspace.name,
    version: `${workspace.version}+${createHash('sha256').update(stats.hash ?? entry).digest('hex').slice(0, 8)}`,
    entry: `${remotePath(workspace.name)}${entry}`,
    exposes: Object.keys(readRemoteFile(workspace).exposes).map((exposed) => exposed.replace('./', '')),
  };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  return release;
}
