import { join } from 'node:path';
import { rspack, type Configuration, type SwcLoaderOptions } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import type { Workspace } from '../workspaces.js';
import { DevtoolsHook } from '../dev/devtools-hook.js';
import { esmRuntime, shortFederationErrors } from './federation.js';
import { productionRouter } from './shared.js';

/** Browsers that are served: those of the last two years: native dialogs, `:has`, `color-mix`, `AbortSignal.any`. */
const BROWSERS = ['chrome >= 116', 'edge >= 116', 'firefox >= 124', 'safari >= 17.4'];

/** Whether a build is for visitors, or for the developer's own machine with hot reload. */
export type Mode = 'production' | 'development';

/** Files whose name carries the hash of their content: they may be kept for ever. */
export const HASHED = '.[contenthash:10]';

function swcOptions(mode: Mode): SwcLoaderOptions {
  return {
    detectSyntax: 'auto',
    env: { targets: BROWSERS },
    jsc: {
      transform: {
        react: { runtime: 'automatic', development: mode === 'development', refresh: mode === 'development' },
      },
    },
  };
}

/**
 * What host and remote builds have in common: TypeScript and React by swc, CSS modules whose classes carry the
 * slice's name, every emitted file hashed.
 */
export function commonBuild(workspace: Workspace, mode: Mode): Configuration {
  const hashed = mode === 'production' ? HASHED : '';
  const cssModules = {
    // Two slices may each carry the same shared component: the prefix keeps their styles apart.
    localIdentName: mode === 'production' ? `${workspace.name}-[hash:6]` : `${workspace.name}-[name]-[local]-[hash:6]`,
    exportsOnly: false,
  };
  return {
    mode,
    context: workspace.folder,
    target: ['web', `browserslist:${BROWSERS.join(',')}`],
    devtool: mode === 'production' ? false : 'cheap-module-source-map',
    output: {
      path: join(workspace.folder, 'dist/client'),
      clean: true,
      uniqueName: workspace.name,
      filename: `[name]${hashed}.js`,
      chunkFilename: `[name]${hashed}.js`,
      cssFilename: `[name]${hashed}.css`,
      cssChunkFilename: `[name]${hashed}.css`,
      assetModuleFilename: `[name]${hashed}[ext]`,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { ...esmRuntime(), ...(mode === 'production' ? productionRouter() : {}) },
      extensionAlias: { '.js': ['.js', '.ts', '.tsx'] },
    },
    module: {
      rules: [
        { test: /\.tsx?$/, loader: 'builtin:swc-loader', options: swcOptions(mode), type: 'javascript/auto' },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(woff2|avif|webp|png)$/, type: 'asset/resource' },
        { test: /\.svg$/, type: 'asset', parser: { dataUrlCondition: { maxSize: 2048 } } },
      ],
      generator: { 'css/auto': cssModules, 'css/module': cssModules },
      parser: { 'css/auto': { namedExports: false }, 'css/module': { namedExports: false } },
    },
    plugins: mode === 'development' ? [new ReactRefreshRspackPlugin(), new DevtoolsHook()] : [shortFederationErrors()],
    optimization: {
      chunkIds: mode === 'production' ? 'deterministic' : 'named',
      splitChunks: mode === 'production' ? { chunks: 'async' } : false,
      minimizer: [
        // In the language of the browsers served, looked through until little more can be left out.
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { compress: { passes: 3, ecma: 2022 }, format: { comments: false, ecma: 2022 } },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
    experiments: { css: true },
  };
}
