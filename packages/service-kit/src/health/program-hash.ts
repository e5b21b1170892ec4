import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * SHA-256 (hex) of the file that this process runs, where that is the bundle of a release. Unlike RELEASE_VERSION,
 * which is a setting, it proves which program runs.
 */
export const programHash = hashOfBundle(process.argv[1]);

/** The compiler's output is many files: it has no hash. */
function hashOfBundle(file: string | undefined): string | undefined {
  if (!file?.endsWith('.cjs')) return undefined;
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
