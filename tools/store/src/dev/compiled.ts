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
  const watchers = folders.filter((folder) => existsSync(folder)).map((folder): FSWatcher => {
    const seen = new Map<string, string>();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) if (isProgram(name)) seen.set(name, hashOf(path.join(folder, name)));
    return watch(folder, { recursive: true }, (_event, name) => {
      if (!name || !isProgram(name) || !existsSync(path.join(folder, name))) return;
      const now = hashOf(path.join(folder, name));
      if (seen.get(name) === now) return;
      seen.set(name, now);
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLE_MS);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
