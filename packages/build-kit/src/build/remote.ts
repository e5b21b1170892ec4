import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration, type RspackPluginInstance } from '@rspack/core';
import { ROOT, type Workspace } from '../workspaces.js';
import { commonBuild, HASHED, type Mode } from './common.js';
import { remotePath } from '../serve/release-file.js';
import { federation } from './federation.js';

export interface RemoteFile {
  exposes: Record<string, string>;
  /**
   * What the shell's server renders beside the routes, and `src/server.ts` exports as `fragments`: exposed fragments,
   * and pages that the routes load from files of their own, by chunk name.
   */
  prerender?: string[];
}

export const containerName = (workspace: Workspace): string => workspace.name.replaceAll('-', '_');

export function readRemoteFile(workspace: Workspace): RemoteFile {
  return JSON.parse(readFileSync(join(workspace.folder, 'remote.json'), 'utf8')) as RemoteFile;
}

export function remoteBuild(workspace: Workspace, mode: Mode): Configuration {
  const common = commonBuild(workspace, mode);
  return {
    ...common,
    entry: {},
    // In development one server serves all builds by absolute paths.
    output: {
      ...common.output,
      publicPath: mode === 'production' ? 'auto' : remotePath(workspace.name),
      // Browsers check hashes only of files that they may read.
      crossOriginLoading: 'anonymous',
    },
    plugins: [
      ...(common.plugins ?? []),
      federation({
        name: containerName(workspace),
        role: 'remote',
        filename: `remoteEntry${mode === 'production' ? HASHED : ''}.js`,
        exposes: readRemoteFile(workspace).exposes,
      }),
      ...(mode === 'production' ? [chunkIntegrity()] : []),
    ],
  };
}

/**
 * The entry, whose hash is in the registry, has the hashes of all other scripts and styles: browsers check them. Hashes
 * cannot be compressed: longer ones would cost every page 200 bytes per remote.
 */
const chunkIntegrity = (): RspackPluginInstance =>
  new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], htmlPlugin: false });

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
