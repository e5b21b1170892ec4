import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild, HASHED } from './common.js';
import { sharedModules } from './shared.js';

/** What runs pages on the server: the oldest Node that is served. */
const NODE = 'node20';

interface ServerBuild {
  /** Name of its one file, without the ending, and the module that it is made of. */
  name: string;
  module: string;
  /** Where the file goes. */
  folder: string;
  /** `lent`: a remote, whose React and router are the shell's. `own`: the shell, which has them inside. */
  react: 'lent' | 'own';
}

/**
 * The build of a frontend for the server: one CommonJS file, whose class names are those of the browser's build. Its CSS and
 * pictures are there only as names; the browser's build has the files.
 */
export function serverBuild(workspace: Workspace, { name, module, folder, react }: ServerBuild): Configuration {
  const common = commonBuild(workspace, 'production');
  const cssModules = { ...common.module?.generator?.['css/module'], exportsOnly: true };
  const lent = [...Object.keys(sharedModules('remote')), 'react/jsx-runtime'];
  return {
    ...common,
    target: NODE,
    entry: { [name]: module },
    output: {
      ...common.output,
      path: folder,
      clean: false,
      filename: react === 'lent' ? `[name]${HASHED}.cjs` : '[name].cjs',
      // Pictures lie where the browser's build has put them.
      publicPath: react === 'own' ? '/' : '',
      library: { type: 'commonjs2' },
      chunkFormat: 'commonjs',
    },
    externals: react === 'lent' ? Object.fromEntries(lent.map((request) => [request, `commonjs ${request}`])) : {},
    module: {
      ...common.module,
      rules:
        common.module?.rules?.map((rule) =>
          rule && typeof rule === 'object' && rule.type === 'asset/resource'
            ? { ...rule, generator: { emit: false } }
            : rule,
        ) ?? [],
      generator: { ...common.module?.generator, 'css/auto': cssModules, 'css/module': cssModules },
    },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    optimization: { chunkIds: 'deterministic', splitChunks: false, minimize: true, nodeEnv: 'production' },
  };
}

/** The shell's page for its own server; it lies outside the folder that is handed to browsers. */
export const hostServerBuild = (workspace: Workspace, folder = join(workspace.folder, 'dist/page')): Configuration =>
  serverBuild(workspace, { name: 'page', module: join(workspace.folder, 'src/server.tsx'), folder, react: 'own' });

/** A remote's routes for the shell's server, among the files of its release. */
export const remoteServerBuild = (
  workspace: Workspace,
  routes: string,
  folder = join(workspace.folder, 'dist/client'),
): Configuration =>
  serverBuild(workspace, { name: 'server', module: join(workspace.folder, routes), folder, react: 'lent' });
