// Compiles workspaces, and bundles programs and frontends of which a source has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, step } from '@rangavalli/build-kit/command/report';
import { ROOT, TSC } from '../paths.js';
import { programs, REMOTES } from '../processes.js';
import { dependenciesOf } from './workspaces.js';

export const FRONTENDS = ['shell', ...REMOTES] as const;

const BUILD_KIT = path.join(ROOT, 'packages/build-kit/dist/bin');
const PARALLEL_BUILDS = 2;
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'packages/build-kit'];
const isInput = (name: string): boolean =>
  !['node_modules', 'dist', 'test-results'].includes(name) && !/\.(test\.\w+|tsbuildinfo|md)$/.test(name);

/** What a running store needs: its programs, and what fills and releases it. */
const START_PROJECTS = [
  ...new Set(
    Object.values(programs).map((program) => (program.startsWith('shell/') ? 'shell/server' : folderOf(program))),
  ),
  'tools/seed',
  'tools/release',
];

function folderOf(program: string): string {
  return program.slice(0, program.indexOf('/dist/'));
}

interface CompileOptions {
  /** By default all workspaces. */
  projects?: readonly string[];
  /** `false` only emits, in a third of the time. */
  checkTypes?: boolean;
}

/** Compiles workspaces. Throws a Refusal with the errors. */
export async function compile(
  { projects = [], checkTypes = true }: CompileOptions = {},
  signal?: AbortSignal,
): Promise<void> {
  const args = [TSC, '-b', ...(checkTypes ? [] : ['--noCheck']), ...projects];
  const { code, output } = await runChild(process.execPath, args, { cwd: ROOT, signal });
  if (code !== 0) throw new Refusal(output);
}

/** Builds what a store runs, without type checks. `extra`: further workspaces to compile. */
export async function buildStore(
  signal?: AbortSignal,
  { bundled = true, extra = [] }: { bundled?: boolean; extra?: readonly string[] } = {},
): Promise<void> {
  await step('services', () => compile({ projects: [...START_PROJECTS, ...extra], checkTypes: false }, signal));
  await bundleStale(signal, bundled);
}

/** Bundles the frontends, and with `bundled` the programs, whose sources have changed since they were bundled. */
export async function bundleStale(signal?: AbortSignal, bundled = true): Promise<void> {
  const hashes = new SourceHashes();
  const stalePrograms = bundled ? Object.values(programs).filter((program) => isStale(program, hashes)) : [];
  if (stalePrograms.length > 0) await step('programs', () => bundlePrograms(stalePrograms, signal, hashes));
  const frontends = FRONTENDS.filter((slice) => readStamp(stampOfFrontend(slice)) !== hashes.ofWorkspace(slice));
  if (frontends.length === 0) return;
  await step(`frontends: ${frontends.join(', ')}`, async () => {
    const queue = [...frontends];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) await bundleFrontend(next, hashes, signal);
    };
    await Promise.all(Array.from({ length: PARALLEL_BUILDS }, work));
  });
}

/** Bundles compiled programs in one run, which reads their shared modules once. Throws a Refusal with the output. */
export async function bundlePrograms(
  which: readonly string[],
  signal?: AbortSignal,
  hashes = new SourceHashes(),
): Promise<void> {
  const stamps = which.map((program) => [stampOfProgram(program), hashes.ofWorkspace(folderOf(program))] as const);
  const args = [path.join(BUILD_KIT, 'bundle.js'), ...which];
  const { code, output } = await runChild(process.execPath, args, { cwd: ROOT, signal });
  if (code !== 0) throw new Refusal(`bundling ${which.map(folderOf).join(', ')} failed:\n${output}`);
  for (const [stamp, hash] of stamps) writeFileSync(stamp, hash);
}

async function bundleFrontend(slice: string, hashes: SourceHashes, signal?: AbortSignal): Promise<void> {
  const args = [path.join(BUILD_KIT, 'build.js')];
  const { code, output } = await runChild(process.execPath, args, { cwd: path.join(ROOT, slice), signal });
  if (code !== 0) throw new Refusal(`building ${slice} failed:\n${output}`);
  mkdirSync(path.join(ROOT, slice, 'dist'), { recursive: true });
  writeFileSync(stampOfFrontend(slice), hashes.ofWorkspace(slice));
}

/** Path of the file with the hash of the sources that a frontend was built from. */
export const stampOfFrontend = (slice: string): string => path.join(ROOT, slice, 'dist/inputs.sha256');
const stampOfProgram = (program: string): string => path.join(ROOT, `${bundleOf(program)}.inputs`);
const readStamp = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

const isStale = (program: string, hashes: SourceHashes): boolean =>
  !existsSync(path.join(ROOT, bundleOf(program))) ||
  readStamp(stampOfProgram(program)) !== hashes.ofWorkspace(folderOf(program));

/** Hashes of source folders. Each is read once, so that one build is of one state of the sources. */
export class SourceHashes {
  private readonly known = new Map<string, string>();

  /** Returns the hash of a workspace's sources and of those of the packages that it depends on. */
  ofWorkspace(folder: string): string {
    return this.of([...SHARED_INPUTS, folder, ...dependenciesOf(folder)]);
  }

  /** Returns the hash of the names and contents of all source files in these folders; missing folders are empty. */
  of(folders: readonly string[]): string {
    const hash = createHash('sha256');
    for (const folder of folders) hash.update(this.ofFolder(folder));
    return hash.digest('hex');
  }

  private ofFolder(folder: string): string {
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

function* filesBelow(entry: string): Generator<string> {
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats?.isFile()) yield entry;
  if (!stats?.isDirectory()) return;
  for (const name of readdirSync(entry).toSorted()) if (isInput(name)) yield* filesBelow(path.join(entry, name));
}
