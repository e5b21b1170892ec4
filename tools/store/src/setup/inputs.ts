// Whether something must be built anew is told by what goes into it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';

const NO_INPUT = new Set(['node_modules', 'dist', 'test-results']);

function* filesBelow(entry: string): Generator<string> {
  if (!existsSync(entry)) return;
  if (!statSync(entry).isDirectory()) return yield entry;
  for (const name of readdirSync(entry).toSorted())
    if (!NO_INPUT.has(name) && !name.endsWith('.tsbuildinfo')) yield* filesBelow(path.join(entry, name));
}

/** The project's sources as they are now: what is asked for twice is read once. */
export class Inputs {
  private readonly known = new Map<string, string>();

  /** Tells names and contents of all files in these folders; of what isn't there, nothing. */
  hashOf(folders: readonly string[]): string {
    const hash = createHash('sha256');
    for (const folder of folders) hash.update(this.hashOfOne(folder));
    return hash.digest('hex');
  }

  private hashOfOne(folder: string): string {
    const known = this.known.get(folder);
    if (known) return known;
    const hash = createHash('sha256');
    for (const file of filesBelow(path.resolve(ROOT, folder)))
      hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
    const digest = hash.digest('hex');
    this.known.set(folder, digest);
    return digest;
  }
}
