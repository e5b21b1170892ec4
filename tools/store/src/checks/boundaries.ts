// No slice imports another slice: what two slices share lies in `packages`. Read from the sources, because the
// compiler would follow a wrong import gladly.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteSlices } from '@rangavalli/contracts/slices';

export interface Breach {
  /** Relative to the project. */
  file: string;
  line: number;
  text: string;
}

const SOURCE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|css)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'test-results', '.data', '.git']);
/** What names another module: import and export from, dynamic import, require, jest's mocks, CSS imports. */
const IMPORTS =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bjest\.\w*[mM]ock\w*(?:<[^>]*>)?\s*\(\s*|@import\s+(?:url\()?)(['"])([^'"\n]+)\1/g;

/** Folders that hold one slice each, and folders full of slices. */
const SLICES = ['shell', ...remoteSlices, 'gateway', 'e2e'] as readonly string[];
const SLICE_FOLDERS = ['services'];
/** Folders whose members may import one another: the tools count as one slice, the packages are for all. */
const TOGETHER = ['tools', 'packages'];

/** The slice a file of the project belongs to (`services/cart`, `tools`, `packages`); `null` outside of all. */
export function sliceOf(file: string): string | null {
  const [first = '', second = ''] = file.split('/');
  if (SLICES.includes(first) || TOGETHER.includes(first)) return first;
  return SLICE_FOLDERS.includes(first) && second ? `${first}/${second}` : null;
}

/** Every import from one slice into another, below `root`. */
export function findBreaches(root: string): Breach[] {
  const folders = [...SLICES, ...SLICE_FOLDERS, ...TOGETHER].filter((folder) => readdirSync(root).includes(folder));
  const sliceOfPackage = packageOwners(root);
  return folders
    .flatMap((folder) => [...sourcesBelow(path.join(root, folder))])
    .flatMap((file) => breachesIn(root, file, sliceOfPackage));
}

function breachesIn(root: string, file: string, sliceOfPackage: Map<string, string>): Breach[] {
  const relative = path.relative(root, file);
  const own = sliceOf(relative);
  const text = readFileSync(file, 'utf8');
  const breaches: Breach[] = [];
  for (const match of text.matchAll(IMPORTS)) {
    const wanted = match[2] ?? '';
    const other = wanted.startsWith('.')
      ? sliceOf(path.relative(root, path.resolve(path.dirname(file), wanted)))
      : ownerOf(wanted, sliceOfPackage);
    if (other === null || other === own || other === 'packages') continue;
    const before = text.slice(0, match.index);
    if (isComment(before)) continue;
    breaches.push({ file: relative, line: before.split('\n').length, text: `${own} imports ${other} (${wanted})` });
  }
  return breaches;
}

function isComment(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  return line.startsWith('//') || line.startsWith('*') || line.startsWith('/*');
}

function ownerOf(specifier: string, sliceOfPackage: Map<string, string>): string | null {
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  return sliceOfPackage.get(name) ?? null;
}

/** Slice by package name, from the package.json of every workspace. */
function packageOwners(root: string): Map<string, string> {
  const owners = new Map<string, string>();
  const groups = [...SLICE_FOLDERS, ...TOGETHER].flatMap((folder) =>
    entriesOf(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
  for (const folder of [...SLICES, ...groups]) {
    const slice = sliceOf(folder);
    const name = packageName(path.join(root, folder));
    if (slice && name) owners.set(name, slice);
  }
  return owners;
}

function packageName(folder: string): string | null {
  try {
    return (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: string }).name ?? null;
  } catch {
    return null;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(file);
    else if (SOURCE.test(entry.name)) yield file;
  }
}
