import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Files that a page loads for an exposed module, or for the host's `main`. */
export type Loads = Record<string, readonly string[]>;

/** Bytes after brotli. */
export interface Weight {
  js: number;
  css: number;
}

function transferred(file: string): number {
  try {
    return readFileSync(`${file}.br`).length;
  } catch {
    return brotliCompressSync(readFileSync(file)).length; // small files are not precompressed
  }
}

export function weigh(files: readonly string[], folder: string): Weight {
  const of = (ending: string): number =>
    [...new Set(files)]
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + transferred(join(folder, name)), 0);
  return { js: of('.js'), css: of('.css') };
}
