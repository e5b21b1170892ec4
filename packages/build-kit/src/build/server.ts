import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild, HASHED } from './common.js';
import { sharedModules } from './shared.js';

const NODE_TARGET = 'node24';

interface ServerBuild {
  name: string;
  module: string;
  folder: string;
  /** `shared`: provided by the shell's server. */
  react: 'shared' | 'bundled';
}

/** Class names match the browser's build, which emits the CSS and images. */
export function serverBuild(workspace: Workspace, { name, module, folder, react }: ServerBuild): Configuration {
  const common = commonBuild(workspace, 'production');
  const cssModules = { ...common.module?.generator?.['css/module'], exportsOnly: true };
  const provided = [...Object.keys(sharedModules('remote')), 'react/jsx-runtime'];
  return {
    ...common,
    target: NODE_TARGET,
    entry: { [name]: module },
    output: {
      ...common.output,
      path: folder,
      clean: false,
      filename: react === 'shared' ? `[name]${HASHED}.cjs` : '[name].cjs',
      publicPath: react === 'bundled' ? '/' : '',
      library: { type: 'commonjs2' },
      chunkFormat: 'commonjs',
    },
    externals:
      react === 'shared' ? Object.fromEntries(provided.map((request) => [request, `commonjs ${request}`])) : {},
    module: {
      ...common.module,
      rules:
        common.module?.rules?.map((rule) =>
          rule && typeof rule === 'object' && rule.type === 'asset/resource'
            ? { ...rule, generator: { emit: false } }
            : rule,
        ) ?? [],
      generator: { ...common.module?.generator, 'css/auto': cssModules, 'css/module': cssModules },
      // Workers start in browsers only.
      parser: { ...common.module?.parser, javascript: { worker: false, url: false } },
    },
    plugins: [
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      // A server bundle has no address, and the shell provides no module for one.
      new rspack.DefinePlugin({ 'import.meta.url': JSON.stringify('file:///') }),
    ],
    optimization: { chunkIds: 'deterministic', splitChunks: false, minimize: true, nodeEnv: 'production' },
  };
}

export const hostServerBuild = (workspace: Workspace, folder = join(workspace.folder, 'dist/page')): Configuration =>
  serverBuild(workspace, { name: 'page', module: join(workspace.folder, 'src/server.tsx'), folder, react: 'bundled' });

/** `src/server.ts` exports the routes by default and may export `sitemapEntries` and `fragments`. */
export function remoteServerBuild(
  workspace: Workspace,
  routes: string,
  folder = join(workspace.folder, 'dist/client'),
): Configuration {
  const server = join(workspace.folder, 'src/server.ts');
  const module = existsSync(server) ? server : join(workspace.folder, routes);
  return serverBuild(workspace, { name: 'server', module, folder, react: 'shared' });
}
