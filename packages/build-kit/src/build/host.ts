import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Compiler, type Configuration, type RspackPluginInstance } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild, type Mode } from './common.js';
import { sharedVersions } from './shared.js';

/** A heading font that arrives late would shift the layout. */
class FontPreload implements RspackPluginInstance {
  constructor(private readonly file: RegExp) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('FontPreload', (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTags.tap('FontPreload', (data) => {
        const font = Object.keys(compilation.assets).find((name) => this.file.test(name));
        if (font) {
          data.assetTags.styles.unshift({
            tagName: 'link',
            voidTag: true,
            attributes: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: 'anonymous', href: `/${font}` },
          });
        }
        return data;
      });
    });
  }
}

export function hostBuild(workspace: Workspace, mode: Mode): Configuration {
  const common = commonBuild(workspace, mode);
  const start = join(workspace.folder, 'src/start.ts');
  return {
    ...common,
    // `start` is the first script of server-rendered pages only.
    entry: { main: join(workspace.folder, 'src/main.tsx'), ...(existsSync(start) ? { start } : {}) },
    output: { ...common.output, publicPath: '/' },
    // One file per lazy chunk saves a round trip.
    optimization: {
      ...common.optimization,
      splitChunks: mode === 'production' ? { chunks: 'async', cacheGroups: { defaultVendors: false } } : false,
    },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.HtmlRspackPlugin({
        template: join(workspace.folder, 'src/index.html'),
        scriptLoading: 'defer',
        chunks: ['main'],
      }),
      new FontPreload(/fraunces-latin-[a-z-]*normal.*\.woff2$/),
      // The federation plugin would put its runtime into every page's first script.
      new rspack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(sharedVersions()),
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
  };
}
