import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';

const SETTLE_MS = 300;

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const isProgram = (name: string): boolean => name.endsWith('.js') && !name.endsWith('.test.js');

/** A file that the compiler writes again with the same content is not a change. @returns a function that stops */
export function watchCompiled(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const hashes = new Map<string, string>();
  const touched = new Set<string>();
  const compare = (): void => {
    const changed = [...touched].filter((file) => {
      const hash = existsSync(file) ? hashOf(file) : hashes.get(file);
      return hash !== undefined && hash !== hashes.get(file) && hashes.set(file, hash);
    });
    touched.clear();
    if (changed.length > 0) onChange();
  };
  const touch = (file: string): void => {
    touched.add(file); // read later: the compiler empties a file before it writes it
    clearTimeout(timer);
    timer = setTimeout(compare, SETTLE_MS);
  };
  const present = folders.filter((folder) => existsSync(folder));
  for (const folder of present) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (isProgram(name)) hashes.set(path.join(folder, name), hashOf(path.join(folder, name)));
  }
  const watcher = watch(present, { ignored: (file, stats) => stats?.isFile() === true && !isProgram(file) });
  // The initial `add` events are needed too: a file may have been written after it was hashed above.
  watcher.on('add', touch).on('change', touch);
  return () => {
    clearTimeout(timer);
    void watcher.close(); // nothing waits for the end of the watch
  };
}
