// Which slices a change of packages/contracts affects.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { findBreakingChanges } from '@rangavalli/release/contract/breaking-changes';
import type { Exported } from '@rangavalli/release/contract/module-exports';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { ROOT } from '../paths.js';
import { dependenciesOf, findAffectedSlices, type Slice, slices } from './workspaces.js';

export const CONTRACTS = 'packages/contracts';
const MODULES = `${CONTRACTS}/src/`;
/** Their content is in the slices' contracts, as JSON schemas. */
const IN_CONTRACTS =
  /^(calls|commands|entities)\/|^(calls|commands|events|fragment-props|window-event-details|nats-access)$/;
const IMPORT = /from '(?:@rangavalli\/contracts\/([\w/-]+)|(\.[\w./-]+)\.js)'/g;

/** In contracts, though no schema: who may make a call, and what a process may do at NATS. */
const IN_CONTRACTS_TOO = /(?:^|\.)(?:access|stepUp|service)$|^natsAccess\./;

export interface Affected {
  slices: readonly Slice[];
  /** By the name of a service: other services of the change that must be live before it. */
  needed: Readonly<Record<string, readonly string[]>>;
}

interface Contracts {
  slices: Readonly<Record<string, SliceContract>>;
  /** What they export; of the requested modules those that exist. */
  modules: Readonly<Record<string, Readonly<Record<string, Exported>>>>;
}

/** Changed files by the release that needs them: a change in contracts counts only where the changed part is used. */
export async function findAffected(files: readonly string[], base: string): Promise<Affected> {
  const isModule = (file: string): boolean => file.startsWith(MODULES) && !file.endsWith('.test.ts');
  const others = findAffectedSlices(files.filter((file) => !file.startsWith(MODULES)));
  const modules = files.filter(isModule).map((file) => file.slice(MODULES.length).replace(/\.ts$/, ''));
  if (modules.length === 0) return { slices: others, needed: {} };
  const { users, needed } = await withContractsOf(base, (folder) => findUsers(modules, folder));
  return { slices: slices.filter((slice) => others.includes(slice) || users.includes(slice.name)), needed };
}

/**
 * Returns the names of slices whose contracts differ, and of those that import a module with a change that no schema
 * shows (a refinement, an error code). Each module counts on its own. And which services need others of them first.
 * @param before folder with the compiled contracts of the other commit
 */
export async function findUsers(
  modules: readonly string[],
  before: string,
): Promise<{ users: string[]; needed: Affected['needed'] }> {
  const [now, then] = await Promise.all([printContracts('', modules), printContracts(before, modules)]);
  const changed = slices
    .filter(({ name }) => JSON.stringify(now.slices[name]) !== JSON.stringify(then.slices[name]))
    .map(({ name }) => name);
  const unseen = modules.filter((module) => hasUnseenChange(module, now, then));
  const importers = slices.filter(({ folder }) => importedModules(folder).some((module) => unseen.includes(module)));
  const services = changed.filter((name) => slices.some((slice) => slice.name === name && slice.kind === 'service'));
  const needed = services.map(
    (name) => [name, services.filter((other) => mustPrecede(other, name, now, then))] as const,
  );
  return {
    users: [...new Set([...changed, ...importers.map(({ name }) => name)])].toSorted(),
    needed: Object.fromEntries(needed.filter(([, others]) => others.length > 0)),
  };
}

/** Whether a slice fits the change of another, and not what is live of it. */
function mustPrecede(other: string, name: string, now: Contracts, then: Contracts): boolean {
  const [next, live, changed] = [now.slices[name], then.slices[other], now.slices[other]];
  if (name === other || !next || !live || !changed) return false;
  return findBreakingChanges(next, [live]).length > 0 && findBreakingChanges(next, [changed]).length === 0;
}

/** A module that is new, or removed, has users that changed with it. */
function hasUnseenChange(module: string, now: Contracts, then: Contracts): boolean {
  if (!IN_CONTRACTS.test(module)) return true;
  const [after, before] = [now.modules[module], then.modules[module]];
  if (!after || !before) return false;
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const changed = names.filter((name) => after[name]?.content !== before[name]?.content);
  // A constant of the module, for example, that only its functions use.
  if (changed.length === 0) return true;
  return changed.some((name) => {
    const [one, other] = [after[name], before[name]];
    return one && other && one.schema === other.schema && !IN_CONTRACTS_TOO.test(name);
  });
}

/** @param folder compiled contracts of another commit; by default those of this checkout */
async function printContracts(folder: string, modules: readonly string[]): Promise<Contracts> {
  const program = path.join(ROOT, 'tools/release/dist/contract/print.js');
  const { code, output } = await runChild(process.execPath, [program, folder, ...modules], { cwd: ROOT });
  if (code !== 0) throw new Refusal(`The contracts can't be read:\n${output}`);
  return JSON.parse(output) as Contracts;
}

/** Compiles the contracts of a commit for the time of `use`, below node_modules, where they find theirs. */
async function withContractsOf<T>(commit: string, use: (folder: string) => Promise<T>): Promise<T> {
  const cache = path.join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'contracts-'));
  try {
    const archive = path.join(folder, 'contracts.tar');
    await run('git', ['archive', '--output', archive, commit, CONTRACTS, 'tsconfig.base.json']);
    await run('tar', ['-xf', archive, '-C', folder]);
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '--project', path.join(folder, CONTRACTS), '--noCheck']);
    return await use(path.join(folder, CONTRACTS, 'dist'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(command: string, args: string[]): Promise<void> {
  const { code, output } = await runChild(command, args, { cwd: ROOT });
  if (code !== 0) throw new Refusal(`${command} ${args.join(' ')} failed:\n${output}`);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(dist|node_modules)\/|\/(dist|node_modules)\//.test(file))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'));
}

const importsIn = (source: string): RegExpExecArray[] => [...source.matchAll(IMPORT)] as RegExpExecArray[];

/** Returns the modules of the contracts that a slice or its packages import, with those that they import. */
function importedModules(slice: string): string[] {
  const folders = [slice, ...dependenciesOf(slice).filter((folder) => folder !== CONTRACTS)];
  const found = new Set(
    folders
      .flatMap(sourcesIn)
      .flatMap(importsIn)
      .flatMap(([, module]) => module ?? []),
  );
  for (const module of found)
    for (const [, , relative] of importsIn(readFileSync(path.join(ROOT, MODULES, `${module}.ts`), 'utf8')))
      if (relative) found.add(path.join(path.dirname(module), relative));
  return [...found];
}
