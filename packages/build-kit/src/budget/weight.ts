import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Names of the built files that a page fetches until a part is there, by part: an exposed module, or the host's `main`. */
export type Loads = Record<string, readonly string[]>;

/** What a page fetches, brotli, bytes. */
export interface Weight {
  js: number;
  css: number;
}

/** How a built file leaves the server, bytes. */
function transferred(file: string): number {
  try {
    return readFileSync(`${file}.br`).length;
  } catch {
    return brotliCompressSync(readFileSync(file)).length; // too small to have been compressed by the build
  }
}

/** What these files of a build weigh together. A name that occurs twice is fetched once. */
export function weigh(files: readonly string[], folder: string): Weight {
  const of = (ending: string): number =>
    [...new Set(files)]
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + transferred(join(folder, name)), 0);
  return { js: of('.js'), css: of('.css') };
}
