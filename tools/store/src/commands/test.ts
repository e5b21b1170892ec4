import path from 'node:path';
import { parseArgs } from 'node:util';
import { explain, print, step } from '@rangavalli/build-kit/command/report';
import { findChromium } from '../checks/chromium.js';
import { journeys, playwright } from '../checks/journeys.js';
import { lintChecks } from '../checks/lint.js';
import { withTemporaryFolder } from '../checks/temporary-folder.js';
import { buildPreviousFrontends } from '../checks/previous-frontends.js';
import { Tally } from '../checks/tally.js';
import { needsServers, unitTests } from '../checks/unit.js';
import { provisionDatabase } from '../provision/database.js';
import { provisionNats } from '../provision/nats.js';
import { readSettings } from '../settings.js';
import { buildForTests, buildStore, bundleStale, bundleStalePrograms, compile } from '../setup/build.js';

/** After `compile`: the linter reads the types of other workspaces as declarations. */
async function lint(tally: Tally, signal: AbortSignal): Promise<void> {
  for (const [name, check] of Object.entries(lintChecks)) await tally.one(() => step(name, () => check(signal)));
}

/** Installs programs while the code is checked: it mostly waits for downloads. Steps that need them report errors. */
async function installPrograms(needsBrowser: boolean, signal: AbortSignal): Promise<void> {
  const { NATS_URL, MONGODB_URI } = readSettings();
  try {
    await step('NATS', () => provisionNats(NATS_URL, print, signal));
    await step('database', () => provisionDatabase(process.env['TEST_MONGODB_URI'] ?? MONGODB_URI, print, signal));
    if (needsBrowser) await step('Chromium', () => findChromium(signal));
  } catch (error) {
    if (!signal.aborted) explain(error);
  }
}

/**
 * At the same time, the longest first, each in a store of its own: drills kill and replace processes. Two stores use
 * three quarters of two cores; with three, each run takes longer than it saves.
 */
const CONCURRENT_RUNS = [
  {
    title: 'security and drills',
    args: [
      ...['security', 'fuzz', 'drills', 'releases'].flatMap((project) => ['--project', project]),
      '--no-deps',
      '--workers',
      '1',
    ],
  },
  // After the journeys, on which it depends.
  { title: 'journeys and walk', args: ['--project', 'walk'] },
];

/** `npm test -- --only unit,e2e -- pattern`: what follows the second `--` goes to jest and Playwright. */
export function testCommand(args: string[]): Promise<never> {
  const { values, positionals } = parseArgs({ args, options: { only: { type: 'string' } }, allowPositionals: true });
  const only = values.only?.split(',');
  const isSelected = (part: 'lint' | 'unit' | 'e2e'): boolean => !only || only.includes(part);
  return withTemporaryFolder(async (folder, signal) => {
    process.env['CODE_CACHE_DIR'] = path.join(folder, 'code-cache');
    const tally = new Tally();
    const programs = isSelected('unit') || isSelected('e2e') ? installPrograms(isSelected('e2e'), signal) : undefined;
    await tally.one(() => step('types', () => compile({}, signal)));
    if (isSelected('lint')) await lint(tally, signal);
    await programs;
    if (isSelected('unit') && !signal.aborted && (await tally.one(() => bundleStalePrograms(signal))))
      await tally.many(() => unitTests({ temporary: folder, args: positionals }, signal));
    if (isSelected('e2e') && !signal.aborted && (await tally.one(() => bundleStale(signal)))) {
      const runs = positionals.length > 0 ? [{ title: 'journeys and drills', args: positionals }] : CONCURRENT_RUNS;
      await tally.many(() => journeys(runs, folder, signal));
    }
    return tally.close();
  });
}

/** `npm test -w services/order -- pattern`: what follows `--` goes to jest. */
export function workspaceTestCommand([workspace = '', ...args]: string[]): Promise<never> {
  return withTemporaryFolder(async (temporary, signal) => {
    process.env['CODE_CACHE_DIR'] = path.join(temporary, 'code-cache');
    const tally = new Tally();
    await tally.one(() => step('types', () => compile({ projects: [workspace] }, signal)));
    if (needsServers(workspace) && !signal.aborted) {
      await installPrograms(false, signal);
      await tally.one(() => buildForTests(workspace, signal));
    }
    if (!signal.aborted) await tally.many(() => unitTests({ temporary, workspace, args }, signal));
    return tally.close();
  });
}

export async function lintCommand(): Promise<number> {
  const tally = new Tally();
  const { signal } = new AbortController();
  await tally.one(() => step('declarations', () => compile({ checkTypes: false }, signal)));
  await lint(tally, signal);
  return tally.close();
}

const runProjects = (
  title: string,
  projects: readonly string[],
  args: readonly string[],
  prepare?: (folder: string, signal: AbortSignal) => Promise<void>,
): Promise<never> =>
  withTemporaryFolder(async (folder, signal) => {
    const tally = new Tally();
    const isBuilt =
      (await tally.one(() => buildStore(signal, { extra: ['e2e'] }))) &&
      (!prepare || (await tally.one(() => prepare(folder, signal))));
    const run = { title, args: [...projects.flatMap((project) => ['--project', project]), '--no-deps', ...args] };
    if (isBuilt) await tally.many(() => journeys([run], folder, signal));
    return tally.close();
  });

/** Projects and their settings, over which the environment wins. */
const LONG_RUNS = {
  drill: {
    projects: ['long-drills'],
    // Unpaid checkouts expire, and unreported payments are found, within the run.
    env: { LONG_DRILLS: '1', HOLD_TTL_S: '20', RECONCILE_MS: '2000', RECONCILE_AFTER_MS: '5000' },
  },
  fuzz: { projects: ['fuzz'], env: { FUZZ_CASES: '45', FUZZ_SEEDS: '3', FUZZ_SEED: String(Date.now() % 2 ** 31) } },
  walk: { projects: ['walk', 'messages'], env: { WHOLE_WALK: '1' } },
};

export const longRunCommand =
  (name: keyof typeof LONG_RUNS) =>
  (args: string[]): Promise<never> => {
    const { projects, env } = LONG_RUNS[name];
    for (const [variable, value] of Object.entries(env)) process.env[variable] ||= value;
    return runProjects(name, projects, args);
  };

/** `npm run skew [-- <commit>]`: an earlier shell with today's remotes, and the reverse. */
export const skewCommand = ([commit]: string[]): Promise<never> =>
  runProjects('version skew', ['previous-shell', 'previous-remotes'], [], (folder, signal) => {
    const previous = path.join(folder, 'previous');
    process.env['PREVIOUS_FRONTENDS'] = previous;
    return buildPreviousFrontends(previous, commit, signal);
  });

/** `npm run test:dev`: the how-tos and development servers, in fresh clones that start their own stores. */
export const devTestCommand = (args: string[]): Promise<never> =>
  withTemporaryFolder(async (folder, signal) => {
    const tally = new Tally();
    const run = { title: 'development', args: ['--project', 'dev', '--no-deps', ...args] };
    if (await tally.one(() => step('types', () => compile({}, signal))))
      await tally.many(() => playwright(run, folder, signal, { DEV_DAY: '1' }));
    return tally.close();
  });
