// Shell and remotes as an earlier commit has them, built beside today's: for trying them together.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { remoteSlices } from '@rangavalli/contracts/slices';
import { ROOT, TSC } from '../paths.js';
import { Refusal, step } from '../report.js';
import { runChild } from '../setup/child.js';

const FRONTENDS: readonly string[] = ['shell', ...remoteSlices];
/** What a frontend's build is made from. */
const SOURCES = [...FRONTENDS, 'packages/web-kit', 'packages/contracts'];
const SCOPE = '@rangavalli';

async function run(command: string, args: string[], cwd: string, signal: AbortSignal): Promise<string> {
  const { code, output } = await runChild(command, args, { cwd, signal });
  if (code !== 0) throw new Refusal(`${command} ${args.join(' ')}:\n${output.slice(-5_000)}`);
  return output.trim();
}

/** The commit before the last one that changed a frontend. */
async function commitBefore(signal: AbortSignal): Promise<string> {
  const found = await run('git', ['rev-list', '--max-count=2', 'HEAD', '--', ...SOURCES], ROOT, signal);
  const [, previous] = found.split('\n');
  if (!previous)
    throw new Refusal('This checkout has no history of its frontends: name a commit, or fetch its history.');
  return previous;
}

/** Packages from outside are today's; those of the store are the commit's own. */
function linkPackages(folder: string): void {
  mkdirSync(path.join(folder, 'node_modules', SCOPE), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name !== SCOPE) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(path.join(folder, 'packages'))) {
    const manifest = path.join(folder, 'packages', name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name: called } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string };
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules', called));
  }
}

/**
 * Builds the frontends of a commit below `folder`; each slice's files are in `<slice>/dist/client` then.
 * @param commit by default the one before the last that changed a frontend
 * @throws Refusal when there is no such commit, or it can't be built with the packages that are installed
 */
export async function buildPreviousFrontends(
  folder: string,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await step('the previous frontends', async (note) => {
    const ref = commit ?? (await commitBefore(signal));
    mkdirSync(folder, { recursive: true });
    // One that is new since then was not there.
    const there = new Set((await run('git', ['ls-tree', '--name-only', ref], ROOT, signal)).split('\n'));
    const frontends = FRONTENDS.filter((slice) => there.has(slice));
    const archive = path.join(folder, 'sources.tar');
    await run(
      'git',
      ['archive', '-o', archive, ref, 'package.json', 'tsconfig.base.json', 'packages', ...frontends],
      ROOT,
      signal,
    );
    await run('tar', ['-xf', archive], folder, signal);
    linkPackages(folder);
    await run(process.execPath, [TSC, '-b', 'packages/contracts', 'packages/build-kit'], folder, signal);
    for (const slice of frontends)
      await run(
        process.execPath,
        [path.join(folder, 'packages/build-kit/dist/bin/build.js')],
        path.join(folder, slice),
        signal,
      );
    note((await run('git', ['log', '-1', '--format=%h %s', ref], ROOT, signal)).slice(0, 80));
  });
}
