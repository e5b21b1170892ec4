import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, step } from '@rangavalli/build-kit/command/report';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
import { ROOT, TSC } from '../paths.js';
import { FRONTENDS } from '../setup/build.js';

const SOURCES = [...FRONTENDS, 'packages/web-kit', 'packages/contracts'];
const SCOPE = '@rangavalli';

function linkPackages(folder: string): void {
  const linked = path.join(folder, 'node_modules');
  mkdirSync(path.join(linked, SCOPE), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== SCOPE) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(linked, name));
  for (const name of readdirSync(path.join(folder, 'packages'))) {
    const source = path.join(folder, 'packages', name);
    if (existsSync(path.join(source, 'package.json'))) symlinkSync(source, path.join(linked, workspaceAt(source).name));
  }
}

/** @param commit by default the one before the last that changed a frontend */
export async function buildPreviousFrontends(
  folder: string,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const run = async (cwd: string, command: string, ...args: string[]): Promise<string> => {
    const { code, output } = await runChild(command, args, { cwd, signal });
    if (code !== 0) throw new Refusal(`${command} ${args.join(' ')}:\n${output.slice(-5_000)}`);
    return output.trim();
  };
  await step('previous frontends', async (note) => {
    const ref =
      commit ?? (await run(ROOT, 'git', 'rev-list', '--max-count=2', 'HEAD', '--', ...SOURCES)).split('\n')[1];
    if (!ref) throw new Refusal('This checkout has no history: name a commit, or fetch the history.');
    mkdirSync(folder, { recursive: true });
    const archive = path.join(folder, 'sources.tar');
    await run(ROOT, 'git', 'archive', '-o', archive, ref, '--', '.', ':(exclude)demo');
    await run(folder, 'tar', '-xf', archive);
    linkPackages(folder);
    // Module names contain paths, which are longer here: a build at its budget would be over it.
    const budgets = path.join(folder, 'packages/build-kit/budgets.json');
    writeFileSync(
      budgets,
      readFileSync(budgets, 'utf8').replaceAll(/\d{3,}/g, (bytes) => String(2 * Number(bytes))),
    );
    await run(folder, process.execPath, TSC, '-b', '--noCheck', 'packages/contracts', 'packages/build-kit');
    for (const slice of FRONTENDS.map((name) => path.join(folder, name)).filter((one) => existsSync(one)))
      await run(slice, process.execPath, path.join(folder, 'packages/build-kit/dist/bin/build.js'));
    note((await run(ROOT, 'git', 'log', '-1', '--format=%h %s', ref)).slice(0, 80));
  });
}
