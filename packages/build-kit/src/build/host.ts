import { join } from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild, type Mode } from './common.js';
import { federation } from './federation.js';
import { FontPreload } from './font-preload.js';

/**
 * The build of the page that loads the remotes. Its HTML is `src/index.html`; it names no remote: those come at
 * run time from the registry.
 */
export function hostBuild(workspace: Workspace, mode: Mode): Configuration {
  const common = commonBuild(workspace, mode);
  return {
    ...common,
    entry: { main: join(workspace.folder, 'src/main.tsx') },
    output: { ...common.output, publicPath: '/' },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.HtmlRspackPlugin({ template: join(workspace.folder, 'src/index.html'), scriptLoading: 'defer' }),
      new FontPreload(/fraunces-latin-[a-z-]*normal.*\.woff2$/),
      federation({ name: workspace.name, role: 'host' }),
    ],
  };
}
