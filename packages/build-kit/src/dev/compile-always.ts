// Compiles at every change of sources. `tsc --watch` looks at all files of all projects again and again: with the whole store it
// sees an edit only after minutes, where a build of what has changed takes a second.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { watch } from 'chokidar';
import { runChild } from '../command/child.js';
import { explain, say } from '../command/report.js';
import { ROOT } from '../workspaces.js';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** What an editor writes at once is compiled at once, ms. */
const SETTLE_MS = 100;
const isSource = (name: string): boolean => /\.[cm]?tsx?$/.test(name) && !name.endsWith('.d.ts');

/** Folders of sources: those of the projects, and of the packages of which all are made. */
function sourceFolders(projects: readonly string[]): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
  const folders = [...new Set([...packages, ...projects])];
  return folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
      .map(({ name }) => join(folder, name)),
  );
}

/**
 * Compiles the projects and what they are made of, now and after each change of a source, and prints what does not compile.
 * @param projects their folders, whole paths
 * @returns what ends it
 */
export function compileAlways(projects: readonly string[]): () => void {
  const ending = new AbortController();
  let compiling = false;
  let changed = false;
  let timer: NodeJS.Timeout | undefined;

  async function compile(): Promise<void> {
    changed = true;
    if (compiling) return;
    compiling = true;
    while (changed && !ending.signal.aborted) {
      changed = false;
      const pretty = process.stdout.isTTY ? ['--pretty'] : [];
      const { code } = await runChild(process.execPath, [TSC, '-b', ...pretty, ...projects], {
        cwd: ROOT,
        signal: ending.signal,
        onLine: say,
      });
      if (code !== 0) say('This does not compile yet: what runs is what compiled last.');
    }
    compiling = false;
  }
  const start = (): void => {
    compile().catch((error: unknown) => {
      if (!ending.signal.aborted) explain(error);
    });
  };

  const watcher = watch(sourceFolders(projects), {
    ignoreInitial: true,
    ignored: (file, stats) => stats?.isFile() === true && !isSource(file),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(start, SETTLE_MS);
  });
  // What is written before everything is watched is compiled with it.
  watcher.once('ready', start);
  say(`Compiled at every change: ${projects.map((folder) => relative(ROOT, folder)).join(', ')}.`);
  return () => {
    clearTimeout(timer);
    ending.abort();
    void watcher.close();
  };
}
