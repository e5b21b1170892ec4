import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

let known: string | undefined;

/**
 * Returns the SHA-256 (hex) of the file that this process runs, where that is the bundle of a release, and undefined
 * for the compiler's output, which is many files. Unlike RELEASE_VERSION, which is a setting, it proves which program
 * runs. The first call reads the file, 25 ms of CPU that a start does without: `roll` makes it right after one.
 */
export function programHash(): string | undefined {
  const file = process.argv[1];
  return file?.endsWith('.cjs') ? (known ??= hash('sha256', readFileSync(file))) : undefined;
}
