import path from 'node:path';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { runChild } from '../setup/child.js';
import { findBreaches } from './boundaries.js';

/** oxlint over everything. Throws a Refusal with its findings. */
export async function lint(signal: AbortSignal): Promise<void> {
  const program = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { code, output } = await runChild(process.execPath, [program, '.'], { cwd: ROOT, signal });
  if (code !== 0) throw new Refusal(output);
}

/** Throws a Refusal that names each import from one slice into another. */
export async function checkBoundaries(): Promise<void> {
  const breaches = findBreaches(ROOT);
  if (breaches.length > 0)
    throw new Refusal(breaches.map(({ file, line, text }) => `${file}:${line} ${text}`).join('\n'));
}
