import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print, Refusal, step } from '@rangavalli/build-kit/command/report';
import { contractOf } from '@rangavalli/release/contract/contract-of';
import { recordContract } from '@rangavalli/release/contract/gate';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { ROOT } from '../paths.js';
import type { Context } from '../pipelines/expressions.js';
import { type Runner, runWorkflow, type Tally } from '../pipelines/run-job.js';
import { readWorkflows, type Workflow } from '../pipelines/workflow.js';
import { createSigningKey } from '../setup/secrets.js';
import { type Slice, slices } from '../setup/workspaces.js';

const REPOSITORY = 'rangavalli/store';
const USAGE = `usage: npm run pipelines [-- <slice or workflow>…] [--job <name>…]
Runs the steps of the workflows on clean clones of the last commit, and lists those that it does not run.`;

interface ReleaseSettings {
  store: string;
  /** A JWK. */
  signingKey: string;
}

/** What a push of the last commit to main gives a workflow. */
export function contextOf({ store, signingKey }: ReleaseSettings, slice?: Slice): Context {
  return {
    github: {
      ref: 'refs/heads/main',
      event_name: 'push',
      event: { before: commitBefore() },
      actor: 'rangavalli',
      repository_owner: 'rangavalli',
      run_number: 1,
    },
    vars: { RELEASE_STORE: store },
    secrets: { RELEASE_SIGNING_KEY: signingKey },
    inputs: slice && { slice: slice.name, folder: slice.folder, kind: slice.kind === 'remote' ? 'remote' : 'process' },
    matrix: {},
    needs: {},
  };
}

/** Returns '' where the clone has only one commit, as a push of the first one has none before it. */
export const commitBefore = (checkout = ROOT): string =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD~1'], { cwd: checkout, encoding: 'utf8' }).stdout.trim();

/** How npm and others reach a registry from this machine. The home folder of a run is empty. */
const NETWORK =
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy|npm_config_(?:userconfig|globalconfig|registry|cafile))$/i;

/** @param folder empty folder for the clones */
export function createRunner(folder: string, printLine: (line: string) => void, checkout = ROOT): Runner {
  const origin = path.join(folder, 'origin.git');
  // By its address: git does not copy the files of a clone of some commits only.
  execFileSync('git', ['clone', '--quiet', '--bare', `file://${checkout}`, origin]);
  execFileSync('git', ['-C', origin, 'branch', '--force', 'main', 'HEAD']);
  execFileSync('git', ['-C', origin, 'symbolic-ref', 'HEAD', 'refs/heads/main']);
  const home = path.join(folder, 'home');
  mkdirSync(home);
  return {
    origin,
    folder,
    print: printLine,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      // What was downloaded once is not downloaded again for each clone.
      npm_config_cache: process.env['npm_config_cache'] ?? path.join(homedir(), '.npm'),
      npm_config_prefer_offline: 'true',
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
      CI: 'true',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SHA: execFileSync('git', ['-C', checkout, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    },
  };
}

/** @returns 1 when a step failed, and when none ran */
export const exitCodeOf = (tallies: readonly Tally[]): number =>
  tallies.some(({ failed }) => failed.length > 0) || tallies.every(({ ran }) => ran.length === 0) ? 1 : 0;

/** `npm run pipelines`. @returns the exit code */
export async function pipelinesCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { job: { type: 'string', multiple: true } },
  });
  const workflows = readWorkflows(ROOT);
  const known = [...slices.map(({ name }) => name), ...Object.keys(workflows).filter((name) => name !== 'slice')];
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Refusal(`${unknown.join(', ')}: not known.\n${USAGE}\nKnown: ${known.join(', ')}`);
  const selected = positionals.length > 0 ? positionals : known;
  const workflowOf = (name: string): Workflow | undefined =>
    workflows[slices.some((slice) => slice.name === name) ? 'slice' : name];
  const jobs = new Set(selected.flatMap((name) => Object.keys(workflowOf(name)?.jobs ?? {})));
  const unknownJobs = (values.job ?? []).filter((name) => !jobs.has(name));
  if (unknownJobs.length > 0)
    throw new Refusal(`${unknownJobs.join(', ')}: no job of these.\n${USAGE}\nJobs: ${[...jobs].join(', ')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'pipelines-'));
  const tallies: Tally[] = [];
  try {
    for (const name of selected) {
      const slice = slices.find((one) => one.name === name);
      print(`${name}:`);
      const own = path.join(folder, name);
      mkdirSync(own);
      const releases = { store: path.join(own, 'releases'), signingKey: JSON.stringify(createSigningKey()) };
      if (slice) await step('live contracts recorded', () => recordContracts(releases.store, slice));
      const workflow = workflowOf(name);
      if (!workflow) throw new Refusal(`There is no workflow ${name}.`);
      const run = (jobs: string[] | undefined): Promise<Tally> =>
        runWorkflow(workflow, contextOf(releases, slice), runner, jobs);
      const runner = createRunner(own, print);
      const tally = await run(values.job);
      tallies.push(tally);
      if (tally.ran.includes('record: Release a remote'))
        tallies.push(await repeatRecord(new FolderStore(releases.store), name, runner, () => run(['record'])));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const count = (what: keyof Tally): number => tallies.flatMap((tally) => tally[what]).length;
  print(`${count('ran')} steps passed, ${count('failed')} failed, ${count('notRun')} were not run (listed above)`);
  return exitCodeOf(tallies);
}

/** Makes the contracts of this checkout live. A remote that is run has none: its pipeline has a first release. */
async function recordContracts(folder: string, run: Slice): Promise<void> {
  const store = new FolderStore(folder);
  const live = slices.filter((slice) => slice !== run || run.kind !== 'remote');
  for (const { name } of live) await recordContract(await contractOf(name, '0.0.1'), store);
}

/**
 * Records a remote again from another clone at the same place, as after a change that leaves its build as it is: the
 * job passes and the live release stays. (The id of a module of the federation runtime depends on the place.)
 */
async function repeatRecord(
  store: FolderStore,
  slice: string,
  { folder, print: show }: Runner,
  record: () => Promise<Tally>,
): Promise<Tally> {
  show('once more, with the same build:');
  const before = (await store.live(slice))?.live;
  rmSync(path.join(folder, 'record'), { recursive: true });
  const tally = await record();
  const after = (await store.live(slice))?.live;
  if (after === before) return tally;
  show(`✗ record: ${slice} ${after} was released, with the build of ${before}`);
  return { ...tally, failed: [...tally.failed, 'record: an identical build was released'] };
}
