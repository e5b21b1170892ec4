import { join } from 'node:path';
import { rspack, type Configuration, type SwcLoaderOptions } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import type { Workspace } from '../workspaces.js';
import { DevtoolsHook } from '../dev/devtools-hook.js';
import { esmRuntime, shortFederationErrors } from './federation.js';
import { productionRouter } from './shared.js';

const BROWSERS = ['chrome >= 116', 'edge >= 116', 'firefox >= 124', 'safari >= 17.4'];

export type Mode = 'production' | 'development';

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

export function commonBuild(workspace: Workspace, mode: Mode): Configuration {
  const hashed = mode === 'production' ? HASHED : '';
  const cssModules = {
    // Several slices may bundle one component: the prefix separates their styles.
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
      // Below the default of 20 KB too: a page loads several fragments.
      splitChunks: mode === 'production' ? { chunks: 'async', minSize: 10_000 } : false,
      minimizer: [
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
