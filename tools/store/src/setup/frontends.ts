// Builds the shell and the remotes, each only when something that goes into it has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REMOTES } from '../processes.js';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { runChild } from './child.js';

export const FRONTENDS = ['shell', ...REMOTES] as const;
/** What goes into every frontend besides its own folder. */
const SHARED = ['packages/contracts/src', 'packages/web-kit', 'packages/build-kit/src', 'packages/build-kit/budgets.json', 'package-lock.json', 'tsconfig.base.json'];
const NO_INPUT = new Set(['node_modules', 'dist', 'test-results']);
const AT_ONCE = 2;

function* filesBelow(entry: string): Generator<string> {
  if (!existsSync(entry)) return;
  if (!statSync(entry).isDirectory()) return yield entry;
  for (const name of readdirSync(entry).toSorted()) if (!NO_INPUT.has(name) && !name.endsWith('.tsbuildinfo')) yield* filesBelow(path.join(entry, name));
}

function hashOf(folders: string[]): string {
  const hash = createHash('sha256');
  for (const file of folders.flatMap((folder) => [...filesBelow(path.join(ROOT, folder))])) {
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const stampOf = (slice: string): string => path.join(ROOT, slice, 'dist/inputs.sha256');

/** The frontends that aren't built from their present sources, with the hash of those. */
export function staleFrontends(): { slice: string; hash: string }[] {
  const shared = hashOf(SHARED);
  return FRONTENDS.map((slice) => ({ slice, hash: createHash('sha256').update(shared).update(hashOf([slice])).digest('hex') })).filter(
    ({ slice, hash }) => {
      const stamp = stampOf(slice);
      return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash;
    },
  );
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
