import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { remoteSlices } from '@rangavalli/contracts/slices';
import { ROOT, TSC } from '../paths.js';
import { Refusal, step } from '@rangavalli/build-kit/command/report';
import { runChild } from '@rangavalli/build-kit/command/child';

const FRONTENDS: readonly string[] = ['shell', ...remoteSlices];
const SOURCES = [...FRONTENDS, 'packages/web-kit', 'packages/contracts'];
const SCOPE = '@rangavalli';

async function run(command: string, args: string[], cwd: string, signal: AbortSignal): Promise<string> {
  const { code, output } = await runChild(command, args, { cwd, signal });
  if (code !== 0) throw new Refusal(`${command} ${args.join(' ')}:\n${output.slice(-5_000)}`);
  return output.trim();
}

/** Returns the commit before the last one that changed a frontend. */
async function findPreviousCommit(signal: AbortSignal): Promise<string> {
  const found = await run('git', ['rev-list', '--max-count=2', 'HEAD', '--', ...SOURCES], ROOT, signal);
  const [, previous] = found.split('\n');
  if (!previous) throw new Refusal('This checkout has no history: name a commit, or fetch the history.');
  return previous;
}

/** Links external packages from today's checkout and the project's own from the commit. */
function linkPackages(folder: string): void {
  mkdirSync(path.join(folder, 'node_modules', SCOPE), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name !== SCOPE) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(path.join(folder, 'packages'))) {
    const manifest = path.join(folder, 'packages', name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name: packageName } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string };
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules', packageName));
  }
}

/**
 * Builds the frontends of a commit below `folder`, into `<slice>/dist/client`.
 * @param commit by default the one before the last that changed a frontend
 * @throws Refusal when there is no such commit, or it can't be built with the installed packages
 */
export async function buildPreviousFrontends(
  folder: string,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await step('previous frontends', async (note) => {
    const ref = commit ?? (await findPreviousCommit(signal));
    mkdirSync(folder, { recursive: true });
    const present = new Set((await run('git', ['ls-tree', '--name-only', ref], ROOT, signal)).split('\n'));
    const frontends = FRONTENDS.filter((slice) => present.has(slice));
    const archive = path.join(folder, 'sources.tar');
    await run(
      'git',
      ['archive', '-o', archive, ref, 'package.json', 'tsconfig.base.json', 'packages', ...frontends],
      ROOT,
      signal,
    );
    await run('tar', ['-xf', archive], folder, signal);
    linkPackages(folder);
    await run(process.execPath, [TSC, '-b', '--noCheck', 'packages/contracts', 'packages/build-kit'], folder, signal);
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
