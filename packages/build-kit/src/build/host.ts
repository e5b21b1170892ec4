import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild, type Mode } from './common.js';
import { FontPreload } from './font-preload.js';
import { lentVersions } from './shared.js';

/**
 * The build of the page that loads the remotes. Its HTML is `src/index.html`; it names no remote: those come at
 * run time from the registry.
 */
export function hostBuild(workspace: Workspace, mode: Mode): Configuration {
  const common = commonBuild(workspace, mode);
  const start = join(workspace.folder, 'src/start.ts');
  return {
    ...common,
    // `start` is the first script of pages that the server has rendered; the built page itself does without.
    entry: { main: join(workspace.folder, 'src/main.tsx'), ...(existsSync(start) ? { start } : {}) },
    output: { ...common.output, publicPath: '/' },
    // What comes later comes in one file each: two would be one more wait.
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
      // Remotes are loaded by the federation runtime, and without its plugin: that would put the runtime into every page's first script.
      new rspack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(lentVersions()),
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
  };
}
