import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild } from './common.js';

/** Where a host's service worker begins, if it has one. */
const SOURCE = 'worker/main.ts';

/** The build of a host's service worker: one script, `sw.js`, whose name never changes, beside the files of the page. */
export function workerBuild(workspace: Workspace): Configuration | undefined {
  const source = join(workspace.folder, SOURCE);
  if (!existsSync(source)) return undefined;
  const common = commonBuild(workspace, 'production');
  return {
    ...common,
    target: 'webworker',
    entry: { sw: source },
    output: { ...common.output, clean: false, filename: '[name].js' },
    optimization: { ...common.optimization, splitChunks: false },
  };
}
