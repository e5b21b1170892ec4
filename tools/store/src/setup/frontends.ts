// Builds the shell and the remotes, each only when something that goes into it has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REMOTES } from '../processes.js';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { runChild } from './child.js';
import type { Inputs } from './inputs.js';

export const FRONTENDS = ['shell', ...REMOTES] as const;
/** What goes into every frontend besides its own folder. */
const SHARED = [
  'packages/contracts/src',
  'packages/web-kit',
  'packages/build-kit/src',
  'packages/build-kit/budgets.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const AT_ONCE = 2;

/** Says what a frontend was built from. */
export const stampOf = (slice: string): string => path.join(ROOT, slice, 'dist/inputs.sha256');

/** The frontends that aren't built from their present sources, with the hash of those. */
export function staleFrontends(inputs: Inputs): { slice: string; hash: string }[] {
  return FRONTENDS.map((slice) => ({ slice, hash: inputs.hashOf([...SHARED, slice]) })).filter(({ slice, hash }) => {
    const stamp = stampOf(slice);
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash;
  });
}

/** Builds what is stale, two at once. Throws a Refusal with the output of a build that failed. */
export async function buildFrontends(stale: { slice: string; hash: string }[], signal?: AbortSignal): Promise<void> {
  const queue = [...stale];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await build(next.slice, next.hash, signal);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function build(slice: string, hash: string, signal?: AbortSignal): Promise<void> {
  const program = path.join(ROOT, 'packages/build-kit/dist/bin/build.js');
  const { code, output } = await runChild(process.execPath, [program], { cwd: path.join(ROOT, slice), signal });
  if (code !== 0) throw new Refusal(`${slice} could not be built:\n${output}`);
  mkdirSync(path.dirname(stampOf(slice)), { recursive: true });
  writeFileSync(stampOf(slice), hash);
}
