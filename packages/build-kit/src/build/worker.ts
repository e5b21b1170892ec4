import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import type { Workspace } from '../workspaces.js';
import { commonBuild } from './common.js';

const SOURCE = 'worker/main.ts';

/** The name of the service worker has no hash, since its address must not change. */
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
