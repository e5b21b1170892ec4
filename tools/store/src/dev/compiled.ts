// Follows compiled files: what depends on them is told when what they say has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';

const SETTLE_MS = 300;

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const isProgram = (name: string): boolean => name.endsWith('.js') && !name.endsWith('.test.js');

/**
 * Calls `onChange` a moment after the last of several changes to compiled files below `folders`. The compiler writes
 * a file anew for many reasons: one that says what it said before is no change.
 * @returns what ends it
 */
export function followCompiled(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  /** What each file said when it was told of last. */
  const known = new Map<string, string>();
  const touched = new Set<string>();
  const look = (): void => {
    const changed = [...touched].filter((file) => {
      const now = existsSync(file) ? hashOf(file) : known.get(file);
      return now !== undefined && now !== known.get(file) && known.set(file, now);
    });
    touched.clear();
    if (changed.length > 0) onChange();
  };
  const told = (file: string): void => {
    // Looked at once it is quiet: while a file is written anew it says nothing at all for a moment.
    touched.add(file);
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS);
  };
  const there = folders.filter((folder) => existsSync(folder));
  for (const folder of there) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (isProgram(name)) known.set(path.join(folder, name), hashOf(path.join(folder, name)));
  }
  const watcher = watch(there, { ignored: (file, stats) => stats?.isFile() === true && !isProgram(file) });
  // Also what it finds at first: it may have been written after it was read here.
  watcher.on('add', told).on('change', told);
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}
