import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import { ROOT, type Workspace } from '../workspaces.js';
import { commonBuild, HASHED, type Mode } from './common.js';
import { remotePath } from '../serve/release-file.js';
import { federation } from './federation.js';

/** What a remote's own `remote.json` says: which module each exposed name stands for. */
export interface RemoteFile {
  exposes: Record<string, string>;
}

/** A container's name is its folder's with `_`, since it becomes a global variable. */
export const containerName = (workspace: Workspace): string => workspace.name.replaceAll('-', '_');

/** Reads a remote's build file. */
export function readRemoteFile(workspace: Workspace): RemoteFile {
  return JSON.parse(readFileSync(join(workspace.folder, 'remote.json'), 'utf8')) as RemoteFile;
}

/** The build of one remote: a container with its routes and fragments, and nothing that the shell has already. */
export function remoteBuild(workspace: Workspace, mode: Mode): Configuration {
  const common = commonBuild(workspace, mode);
  return {
    ...common,
    entry: {},
    // In development all builds come from one server, which finds a file by its whole path.
    output: { ...common.output, publicPath: mode === 'production' ? 'auto' : remotePath(workspace.name) },
    plugins: [
      ...(common.plugins ?? []),
      federation({
        name: containerName(workspace),
        role: 'remote',
        filename: `remoteEntry${mode === 'production' ? HASHED : ''}.js`,
        exposes: readRemoteFile(workspace).exposes,
      }),
    ],
  };
}

/**
 * A remote on a page of its own, for its developers: its routes under a plain layout, other slices' fragments
 * from the running store.
 */
export function standaloneBuild(workspace: Workspace): Configuration {
  const common = commonBuild(workspace, 'development');
  const routes = readRemoteFile(workspace).exposes['./routes'] ?? './src/routes.tsx';
  return {
    ...common,
    entry: { main: join(ROOT, 'packages/web-kit/src/standalone/main.ts') },
    output: { ...common.output, publicPath: '/' },
    resolve: {
      ...common.resolve,
      alias: { ...common.resolve?.alias, 'remote-routes$': join(workspace.folder, routes) },
    },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.HtmlRspackPlugin({
        title: workspace.name,
        template: join(ROOT, 'packages/web-kit/src/standalone/index.html'),
      }),
      federation({ name: containerName(workspace), role: 'standalone' }),
    ],
  };
}
