// The built programs of services, gateway and shell, which run from the release store.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import type { BuiltFiles } from './store/release-store.js';

/** In a release. The shell's finds its pages and files beside it, as in `shell/dist`. */
export const PROGRAM = 'server/main.cjs';

/** Compressed copies and source maps are made from the other files. */
const DERIVED = /\.(br|gz|map)$/;

interface BuiltProgram {
  hash: string;
  files: BuiltFiles;
}

export const folderOfProcess = (slice: string): string =>
  slice === 'gateway' || slice === 'shell' ? slice : `services/${slice}`;

/** @throws Refusal where the program was not built */
export function builtProgram(slice: string, checkout = ROOT): BuiltProgram {
  const dist = path.join(checkout, folderOfProcess(slice), 'dist');
  const program = path.join(dist, slice === 'shell' ? PROGRAM : path.basename(PROGRAM));
  const parts = slice === 'shell' ? ['client', 'page'] : [];
  const files = {
    [PROGRAM]: program,
    [`${PROGRAM}.map`]: `${program}.map`,
    ...Object.fromEntries(parts.map((part) => [part, path.join(dist, part)])),
  };
  const missing = Object.values(files).find((file) => !existsSync(file));
  if (missing) throw new Refusal(`${slice} is not built: ${missing} is missing.`);
  return { hash: hashOfFiles(files), files };
}

/** Returns the hash of a release's program as it is in the store, which its build's hash must equal. */
export function storedProgramHash(folder: string): string {
  const names = [PROGRAM, 'client', 'page'].filter((name) => existsSync(path.join(folder, name)));
  return hashOfFiles(Object.fromEntries(names.map((name) => [name, path.join(folder, name)])));
}

function hashOfFiles(files: BuiltFiles): string {
  const hash = createHash('sha256');
  for (const [name, file] of Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    for (const [each, source] of filesIn(name, file)) hash.update(each).update('\0').update(readFileSync(source));
  return hash.digest('hex');
}

function filesIn(name: string, source: string): [name: string, source: string][] {
  if (DERIVED.test(name)) return [];
  if (!statSync(source).isDirectory()) return [[name, source]];
  const entries = readdirSync(source).toSorted();
  return entries.flatMap((entry) => filesIn(`${name}/${entry}`, path.join(source, entry)));
}
