import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { watch } from 'chokidar';
import { runChild } from '../command/child.js';
import { explain, print } from '../command/report.js';
import { ROOT } from '../workspaces.js';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const DEBOUNCE_MS = 100;
const isSource = (name: string): boolean => /\.[cm]?tsx?$/.test(name) && !name.endsWith('.d.ts');

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
 * Gives files that were edited during a build, ms since 1970, the present time: `tsc -b` takes a file for compiled that
 * is older than the record of the last build, also when that build had read it before the edit.
 */
function touchEdited(files: Iterable<string>, build: { startedAt: number; endedAt: number }): void {
  const now = new Date();
  for (const file of files) {
    const editedAt = existsSync(file) ? statSync(file).mtimeMs : 0;
    if (editedAt >= build.startedAt && editedAt <= build.endedAt) utimesSync(file, now, now);
  }
}

/**
 * Compiles now and after each change. `tsc --watch` polls all files and takes minutes to notice an edit.
 * @param onResult gets the compiler's output, empty without errors
 */
export function watchAndCompile(projects: readonly string[], onResult?: (output: string) => void): () => void {
  const stopping = new AbortController();
  let compiling = false;
  let changed = false;
  const build = { startedAt: 0, endedAt: 0 };
  const edited = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function compile(): Promise<void> {
    changed = true;
    if (compiling) return;
    compiling = true;
    while (changed && !stopping.signal.aborted) {
      changed = false;
      touchEdited(edited, build);
      edited.clear();
      // Later than the times that were just set.
      build.startedAt = Date.now() + 1;
      const pretty = process.stdout.isTTY ? ['--pretty'] : [];
      const { code, output } = await runChild(process.execPath, [TSC, '-b', ...pretty, ...projects], {
        cwd: ROOT,
        signal: stopping.signal,
        onLine: print,
      });
      build.endedAt = Date.now();
      onResult?.(code === 0 ? '' : output);
      if (code !== 0) print('Compilation failed: the last compiled version keeps running.');
    }
    compiling = false;
  }
  const start = (): void => {
    compile().catch((error: unknown) => {
      if (!stopping.signal.aborted) explain(error);
    });
  };

  const watcher = watch(sourceFolders(projects), {
    ignoreInitial: true,
    ignored: (file, stats) => stats?.isFile() === true && !isSource(file),
  });
  watcher.on('all', (_event, file) => {
    edited.add(file);
    clearTimeout(timer);
    timer = setTimeout(start, DEBOUNCE_MS);
  });
  watcher.once('ready', start);
  print(`Compiling after every change: ${projects.map((folder) => relative(ROOT, folder)).join(', ')}.`);
  return () => {
    clearTimeout(timer);
    stopping.abort();
    void watcher.close();
  };
}
