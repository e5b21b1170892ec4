import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Compiler, type Configuration, type RspackPluginInstance } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild, type Mode } from './common.js';
import { sharedVersions } from './shared.js';

/** Preloads the font of the headings, which would shift when it arrives late. */
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

/** Returns the build of the shell, which loads the remotes of the registry at run time. */
export function hostBuild(workspace: Workspace, mode: Mode): Configuration {
  const common = commonBuild(workspace, mode);
  const start = join(workspace.folder, 'src/start.ts');
  return {
    ...common,
    // `start` is the first script of server-rendered pages only.
    entry: { main: join(workspace.folder, 'src/main.tsx'), ...(existsSync(start) ? { start } : {}) },
    output: { ...common.output, publicPath: '/' },
    // Each lazy chunk is one file: two would be two round trips.
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
      // The federation runtime without its plugin, which would put it into every page's first script.
      new rspack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(sharedVersions()),
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
  };
}
