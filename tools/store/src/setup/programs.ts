// Builds the programs of the store's own processes into one file each, when something that goes into them has changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { programs } from '../processes.js';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { runChild } from './child.js';
import type { Inputs } from './inputs.js';

/** What goes into every program besides its own workspace. */
const SHARED = [
  'packages/contracts/src',
  'packages/http-cache/src',
  'packages/service-kit/src',
  'packages/build-kit/src',
  'package-lock.json',
  'tsconfig.base.json',
];

const BUILD = path.join(ROOT, 'packages/build-kit/dist/bin/bundle.js');
const workspaceOf = (program: string): string => program.slice(0, program.indexOf('/dist/'));
const stampOf = (program: string): string => path.join(ROOT, `${bundleOf(program)}.inputs`);

export interface StaleProgram {
  program: string;
  hash: string;
}

/** The programs that aren't built from their present sources, with the hash of those. */
export function stalePrograms(inputs: Inputs, which: readonly string[] = Object.values(programs)): StaleProgram[] {
  return which
    .map((program) => ({ program, hash: inputs.hashOf([...SHARED, workspaceOf(program)]) }))
    .filter(({ program, hash }) => {
      const stamp = stampOf(program);
      return (
        !existsSync(path.join(ROOT, bundleOf(program))) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash
      );
    });
}

/** Builds what is stale, all at once: what they share is read once. Throws a Refusal with the output when it fails. */
export async function buildPrograms(stale: readonly StaleProgram[], signal?: AbortSignal): Promise<void> {
  if (stale.length === 0) return;
  const { code, output } = await runChild(process.execPath, [BUILD, ...stale.map(({ program }) => program)], {
    cwd: ROOT,
    signal,
  });
  if (code !== 0)
    throw new Refusal(`${stale.map(({ program }) => workspaceOf(program)).join(', ')} could not be built:\n${output}`);
  for (const { program, hash } of stale) writeFileSync(stampOf(program), hash);
}
