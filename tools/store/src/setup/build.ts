import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, step } from '@rangavalli/build-kit/command/report';
import { ROOT, TSC } from '../paths.js';
import { type ProcessSlice, programs, REMOTES } from '../processes.js';
import { dependenciesOf, slices } from './workspaces.js';

export const FRONTENDS = ['shell', ...REMOTES] as const;

const BUILD_KIT = path.join(ROOT, 'packages/build-kit/dist/bin');
const PARALLEL_BUILDS = 2;
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'packages/build-kit'];
const isInput = (name: string): boolean =>
  !['node_modules', 'dist', 'test-results'].includes(name) && !/\.(test\.\w+|tsbuildinfo|md)$/.test(name);

const folderOf = (program: string): string => program.slice(0, program.indexOf('/dist/'));

/** The programs of a running store. The first step of each command compiles the tools that fill and release it. */
const START_PROJECTS = Object.values(programs).map((program) =>
  program.startsWith('shell/') ? 'shell/server' : folderOf(program),
);

/** About what checking all types uses without a limit. */
const GO_MEMORY_BYTES = Math.min(3 * 2 ** 30, Math.floor(totalmem() / 3));
/**
 * For compiler and linter, which are Go programs: they collect garbage only as they near the limit, which saves 8 to
 * 30 % of their time.
 */
export const goSettings = (): NodeJS.ProcessEnv => ({
  GOGC: '400',
  GOMEMLIMIT: String(GO_MEMORY_BYTES),
  ...process.env,
});

interface CompileOptions {
  projects?: readonly string[];
  /** `false` only emits, in half of the time. */
  checkTypes?: boolean;
}

/**
 * One checker per project: several of them check the types that they share again, which doubles the time. Projects are
 * built in parallel.
 */
export async function compile(
  { projects = [], checkTypes = true }: CompileOptions = {},
  signal?: AbortSignal,
): Promise<void> {
  const args = [TSC, '-b', '--checkers', '1', ...(checkTypes ? [] : ['--noCheck']), ...projects];
  const { code, output } = await runChild(process.execPath, args, { cwd: ROOT, env: goSettings(), signal });
  if (code !== 0) throw new Refusal(output);
}

/** Emits every program of the store. */
const compileForStart = (signal?: AbortSignal, extra: readonly string[] = []): Promise<void> =>
  compile({ projects: [...START_PROJECTS, ...extra], checkTypes: false }, signal);

/** Slices that the tests of another slice start. */
const STARTED_BY_TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  gateway: ['services/cart'],
  'services/order': ['services/catalog', 'services/cart', 'services/payment'],
};

/** Emits and bundles the programs that the tests of a workspace start; of tools and packages, all. */
export async function buildForTests(workspace: string, signal?: AbortSignal): Promise<void> {
  const started = STARTED_BY_TESTS_OF[workspace] ?? [];
  const folders = [workspace, ...dependenciesOf(workspace), ...started, 'tools/database'];
  const isSlice = slices.some(({ folder }) => folder === workspace);
  const needed = Object.values(programs).filter((program) => !isSlice || folders.includes(folderOf(program)));
  const projects = isSlice ? needed.map(folderOf) : START_PROJECTS;
  await step('programs that tests start', () => compile({ projects, checkTypes: false }, signal));
  await bundleStalePrograms(signal, new SourceHashes(), needed);
}

export async function buildStore(
  signal?: AbortSignal,
  { bundled = true, extra = [] }: { bundled?: boolean; extra?: readonly string[] } = {},
): Promise<void> {
  const hashes = new SourceHashes();
  // The stamps show it without the compiler, which takes a quarter of a second to find nothing to do.
  const isBuilt = bundled && stalePrograms(hashes).length === 0 && staleFrontends(hashes).length === 0;
  if (isBuilt && extra.length === 0) return;
  await step('services', () => compileForStart(signal, extra));
  await bundleStale(signal, bundled, hashes);
}

const stalePrograms = (hashes: SourceHashes, which: readonly string[] = Object.values(programs)): string[] =>
  which.filter(
    (program) =>
      !(existsSync(path.join(ROOT, bundleOf(program))) && hashes.isCurrent(stampOfProgram(program), folderOf(program))),
  );

const staleFrontends = (hashes: SourceHashes): string[] =>
  FRONTENDS.filter((slice) => !hashes.isCurrent(stampOfFrontend(slice), slice));

export async function bundleStale(
  signal?: AbortSignal,
  bundled = true,
  hashes: SourceHashes = new SourceHashes(),
): Promise<void> {
  if (bundled) await bundleStalePrograms(signal, hashes);
  const frontends = staleFrontends(hashes);
  if (frontends.length === 0) return;
  await step(`frontends: ${frontends.join(', ')}`, async () => {
    const queue = frontends.values();
    const work = async (): Promise<void> => {
      for (const slice of queue) await buildFrontend(slice, hashes, signal);
    };
    await Promise.all(Array.from({ length: PARALLEL_BUILDS }, work));
  });
}

export async function bundleStalePrograms(
  signal?: AbortSignal,
  hashes = new SourceHashes(),
  which?: readonly string[],
): Promise<void> {
  const stale = stalePrograms(hashes, which);
  if (stale.length > 0) await step('programs', () => bundlePrograms(stale, signal, hashes));
}

/** One run reads the shared modules once. */
export async function bundlePrograms(
  which: readonly string[],
  signal?: AbortSignal,
  hashes = new SourceHashes(),
): Promise<void> {
  const stamps = new Map(which.map((program) => [stampOfProgram(program), hashes.ofWorkspace(folderOf(program))]));
  await buildAndStamp(stamps, () =>
    runBundler(`bundling ${which.map(folderOf).join(', ')}`, ['bundle.js', ...which], '.', signal),
  );
}

/** Builds one of services, gateway and shell, types checked. What runs is in the release store and does not change. */
export async function buildProcess(slice: ProcessSlice): Promise<void> {
  await compile({ projects: [folderOf(programs[slice]), 'packages/build-kit'] });
  if (slice === 'shell') await buildFrontend(slice, new SourceHashes());
  await bundlePrograms([programs[slice]]);
}

async function buildFrontend(slice: string, hashes: SourceHashes, signal?: AbortSignal): Promise<void> {
  const stamps = new Map([[stampOfFrontend(slice), hashes.ofWorkspace(slice)]]);
  await buildAndStamp(stamps, () => runBundler(`building ${slice}`, ['build.js'], slice, signal));
}

/**
 * Writes each stamp (its path and the hash of the inputs) once the build is done. No stamp is left of a build that
 * fails: it may have deleted part of the output of the build before.
 */
export async function buildAndStamp(stamps: ReadonlyMap<string, string>, build: () => Promise<void>): Promise<void> {
  for (const stamp of stamps.keys()) rmSync(stamp, { force: true });
  await build();
  for (const [stamp, hash] of stamps) writeFileSync(stamp, hash);
}

async function runBundler(
  title: string,
  [program = '', ...args]: string[],
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const command = [path.join(BUILD_KIT, program), ...args];
  const { code, output } = await runChild(process.execPath, command, { cwd: path.join(ROOT, folder), signal });
  if (code !== 0) throw new Refusal(`${title} failed:\n${output}`);
}

export const stampOfFrontend = (slice: string): string => path.join(ROOT, slice, 'dist/inputs.sha256');
export const stampOfProgram = (program: string): string => path.join(ROOT, `${bundleOf(program)}.inputs`);

/** Reads each folder once, so that one build is of one state of the sources. */
export class SourceHashes {
  private readonly known = new Map<string, string>();

  /** Whether `stamp` is of the sources of a workspace as they are now. */
  isCurrent(stamp: string, folder: string): boolean {
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === this.ofWorkspace(folder);
  }

  ofWorkspace(folder: string): string {
    return this.of([...SHARED_INPUTS, folder, ...dependenciesOf(folder)]);
  }

  /** Missing folders are empty. */
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
