// Runs the jobs of a workflow on clean clones, as its runner would.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, evaluate, interpolate, isTrue } from './expressions.js';
import { type Job, ORIGIN, planOf, type Step, titleOf, type Workflow } from './workflow.js';

const SHOWN_LINES = 40;

export interface Runner {
  /** Bare clone that jobs clone and push to. */
  origin: string;
  folder: string;
  print: (line: string) => void;
  /** The machine's variables that steps get, besides those of the workflow. */
  env: Record<string, string>;
}

/** Lines `job: step` by what happened. */
export interface Tally {
  ran: string[];
  failed: string[];
  notRun: string[];
}

const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0;

/**
 * Runs the jobs in their order; after a failure those that need the failed one are not run.
 * @param only names of jobs, when not all
 */
export async function runWorkflow(
  { jobs }: Workflow,
  context: Context,
  runner: Runner,
  only?: readonly string[],
): Promise<Tally> {
  const tally: Tally = { ran: [], failed: [], notRun: [] };
  const needs: Record<string, { outputs: Record<string, string> }> = {};
  const unfinished = new Set<string>();
  const wanted = Object.entries(jobs).filter(([name]) => !only || only.includes(name));
  for (const [name, job] of wanted) {
    const missing = [job.needs ?? []].flat().filter((one) => unfinished.has(one));
    const inJob = { ...context, needs };
    if (missing.length > 0) {
      unfinished.add(name);
      tally.notRun.push(`${name}: needs ${missing.join(', ')}`);
    } else if (!isTrue(job.if, inJob)) tally.notRun.push(`${name}: ${isFalse(job.if)}`);
    else if (job.uses) {
      needs[name] = { outputs: {} };
      tally.notRun.push(`${name}: ${describeCall(job, inJob)}`);
    } else {
      const outputs = await runJob(name, job, inJob, runner, tally);
      if (!outputs) unfinished.add(name);
      needs[name] = { outputs: outputs ?? {} };
    }
  }
  for (const line of tally.notRun) runner.print(`  not run  ${line}`);
  return tally;
}

const isFalse = (condition = ''): string => `its condition is false: ${condition.replace(/^\$\{\{ | \}\}$/g, '')}`;

/** A workflow that another one calls runs by its own name, or by that of the slice. Its inputs are evaluated. */
function describeCall({ uses = '', strategy, with: inputs = {} }: Job, context: Context): string {
  const { include } = strategy?.matrix ?? {};
  const entries = typeof include === 'string' ? evaluate(include.slice(3, -2), context) : [{}];
  const calls = (entries as Record<string, string>[]).map((matrix) => variablesOf(inputs, { ...context, matrix }));
  const slices = calls.map(({ slice = '' }) => slice).filter(Boolean);
  return `calls ${path.basename(uses)}${slices.length > 0 ? ` for ${slices.join(', ')}` : ''}, which runs by its own name`;
}

async function runJob(
  name: string,
  job: Job,
  context: Context,
  runner: Runner,
  tally: Tally,
): Promise<Record<string, string> | undefined> {
  const checkout = path.join(runner.folder, name);
  mkdirSync(checkout, { recursive: true });
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  let failure = false;
  const inSteps = (): Context => ({ ...context, steps, failure });
  const variables = (given: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [key, interpolate(String(value), inSteps())]));
  const jobEnv = variables(job.env);
  for (const step of job.steps ?? []) {
    const title = `${name}: ${titleOf(step)}`;
    const isForFailures = step.if !== undefined && /failure\(\)/.test(step.if);
    const plan = planOf(step, hasProgram);
    if (step.id) steps[step.id] = { outputs: {} };
    const reason =
      failure && !isForFailures
        ? 'an earlier step failed'
        : !isTrue(step.if, inSteps())
          ? isFalse(step.if)
          : plan.what === 'not run' && plan.why;
    if (reason !== false || plan.what === 'not run') {
      tally.notRun.push(`${title}: ${reason}`);
      continue;
    }
    const env = { ...runner.env, ...jobEnv, ...variables(step.env) };
    if (plan.what === 'replaced') Object.assign(env, { [ORIGIN]: runner.origin });
    const script = interpolate(plan.script, inSteps());
    const { seconds, code, output, outputs } = await runStep({ ...step, run: script }, checkout, env);
    if (step.id) steps[step.id] = { outputs };
    const note = plan.what === 'replaced' ? ` (${plan.by})` : '';
    runner.print(`${code === 0 ? '✓' : '✗'} ${title}${note} ${seconds.toFixed(1)} s`);
    (code === 0 ? tally.ran : tally.failed).push(title);
    if (code !== 0) {
      runner.print(output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'));
      failure = true;
    }
  }
  return failure ? undefined : variablesOf(job.outputs, inSteps());
}

const variablesOf = (outputs: Record<string, string> = {}, context: Context): Record<string, string> =>
  Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, interpolate(value, context)]));

interface Ran {
  seconds: number;
  code: number | null;
  output: string;
  outputs: Record<string, string>;
}

async function runStep({ run = '', shell }: Step, cwd: string, env: Record<string, string>): Promise<Ran> {
  const file = (name: string): string => `${cwd}.${name}`;
  for (const name of ['output', 'summary']) writeFileSync(file(name), '');
  writeFileSync(file('sh'), run);
  const startedAt = performance.now();
  const options = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const child = spawn('bash', [...options, file('sh')], {
    cwd,
    env: { ...env, GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const outputs = parseOutputs(readFileSync(file('output'), 'utf8'));
  return { seconds: (performance.now() - startedAt) / 1000, code, output, outputs };
}

const parseOutputs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
