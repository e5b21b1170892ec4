// Follows compiled files: what depends on them is told when what they say has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

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
  const watchers = folders.filter((folder) => existsSync(folder)).map((folder): FSWatcher => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) if (isProgram(name)) known.set(path.join(folder, name), hashOf(path.join(folder, name)));
    return watch(folder, { recursive: true }, (_event, name) => {
      if (!name || !isProgram(name)) return;
      // Looked at once it is quiet: while a file is written anew it says nothing at all for a moment.
      touched.add(path.join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
