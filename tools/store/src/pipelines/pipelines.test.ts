import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { commitBefore, contextOf, createRunner } from '../commands/pipelines.js';
import { ROOT } from '../paths.js';
import { slices } from '../setup/workspaces.js';
import { evaluate, interpolate, isTrue } from './expressions.js';
import { type Runner, runWorkflow } from './run-job.js';
import { type Job, planOf, readWorkflows, titleOf, type Workflow } from './workflow.js';

const workflows = readWorkflows(ROOT);
const sliceOf = (name: string) => slices.find((one) => one.name === name)!;
const releases = { store: '', signingKey: '' };

describe('expressions', () => {
  const context = { inputs: { kind: 'remote', slice: 'mf-catalog' }, github: { ref: 'refs/heads/main' }, needs: {} };

  it.each([
    ["inputs.kind == 'remote' && 'remote' || inputs.slice == 'shell' && 'shell' || 'service'", 'remote'],
    ["github.ref != 'refs/heads/main'", false],
    ["!failure() && needs.affected.outputs.services != '[]'", true],
    ["fromJSON('[1]')", [1]],
    ["needs.affected.outputs.none || 'it''s'", "it's"],
  ])('%s', (text, value) => {
    expect(evaluate(text, context)).toEqual(value);
  });

  it.each(['env.X', "contains('a')", 'github.ref ==', '${x}', '(1'])('refuses %s', (text) => {
    expect(() => evaluate(text, context)).toThrow();
  });

  it('stand in texts and conditions', () => {
    expect(interpolate('a ${{ inputs.kind }}, ${{ inputs.slice }}', context)).toBe('a remote, mf-catalog');
    expect(isTrue("${{ inputs.kind == 'process' }}", context)).toBe(false);
    expect(isTrue(undefined, context)).toBe(true);
  });
});

describe('the workflows of this checkout', () => {
  const steps = Object.values(workflows).flatMap(({ name, jobs }) =>
    Object.entries(jobs).flatMap(([job, { steps: own = [] }]) => own.map((step) => [`${name} ${job}`, step] as const)),
  );

  it('have steps that run here, or a reason why not', () => {
    const plans = steps.map(([, step]) => planOf(step, () => true).what);
    expect(plans.filter((what) => what === 'run').length).toBeGreaterThan(15);
    expect(() => planOf({ uses: 'some/action@v1' }, () => true)).toThrow('Add to ACTIONS');
    expect(planOf({ run: 'kubectl kustomize a > b' }, () => false)).toEqual({ what: 'not run', why: 'needs kubectl' });
    expect(planOf({ run: 'kubectl kustomize a | kubectl apply -f -' }, () => true).what).toBe('not run');
  });

  it('compile what tests spawn before they test, and check contracts without a way around', () => {
    const scripts = (job: string) => workflows['slice']!.jobs[job]!.steps!.flatMap(({ run = '' }) => run);
    const check = scripts('check');
    expect(check.indexOf('npx tsc -b packages/*/ tools/*/ services/*/')).toBeLessThan(
      check.indexOf('npm test --workspace="$FOLDER"'),
    );
    expect(scripts('contract').join()).not.toContain('--first');
    const needs = ['check', 'contract', 'permissions', 'image', 'shell-files'];
    expect(workflows['slice']!.jobs['deploy']!.needs).toEqual(needs);
    expect(scripts('permissions')).toContain('npm run contract -- "$SLICE" --permissions live-users.conf');
    expect(scripts('record').join()).toContain('npm run contract -- "$SLICE" --record --version "$VERSION"');
    expect(scripts('record').join()).toContain('npm run release --workspace="$FOLDER" -- --if-changed');
  });

  it('release owners of calls before their callers, and the shell before remotes', () => {
    const { jobs } = workflows['slices']!;
    expect(['services', 'dependents', 'gateway', 'shell', 'remotes'].map((name) => jobs[name]?.needs)).toEqual([
      ['affected', 'platform'],
      ['affected', 'services'],
      ['affected', 'dependents'],
      ['affected', 'gateway'],
      ['affected', 'shell'],
    ]);
  });

  it('give a called workflow the inputs that it has', () => {
    const { on } = workflows['slice']! as unknown as { on: { workflow_call: { inputs: Record<string, unknown> } } };
    const called = Object.values(workflows['slices']!.jobs).filter(({ uses }) => uses?.endsWith('/slice.yml'));
    expect(called).toHaveLength(5);
    for (const job of called) expect(Object.keys(job.with!)).toEqual(Object.keys(on.workflow_call.inputs));
  });
});

describe('a run', () => {
  let folder: string;
  let checkout: string;
  let runner: Runner;
  let lines: string[];
  const show = (line: string) => void lines.push(line);
  beforeEach(() => {
    lines = [];
    folder = mkdtempSync(path.join(tmpdir(), 'pipelines-'));
    checkout = createCheckout(path.join(folder, 'checkout'));
    mkdirSync(path.join(folder, 'run'));
    runner = createRunner(path.join(folder, 'run'), show, checkout);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const run = (text: string) => runWorkflow(parse(text) as Workflow, contextOf(releases), runner);

  it('passes outputs on', async () => {
    const { failed } = await run(`
      jobs:
        first:
          outputs: { found: '\${{ steps.one.outputs.found }}' }
          steps:
            - { id: one, run: 'echo found=[1,2] >> "$GITHUB_OUTPUT"' }
        second:
          needs: first
          env: { FOUND: '\${{ needs.first.outputs.found }}' }
          steps:
            - { run: 'test "$FOUND" = "[1,2]"' }
    `);
    expect(lines.join('\n')).not.toContain('✗');
    expect(failed).toEqual([]);
  });

  it('has the variables of this machine by which packages are found, and no others', async () => {
    const ofThisMachine = { HTTPS_PROXY: 'http://proxy:3128', npm_config_globalconfig: '/etc/npmrc', MONGODB_URI: 'x' };
    const before = { ...process.env };
    Object.assign(process.env, ofThisMachine);
    try {
      mkdirSync(path.join(folder, 'run-of-machine'));
      const { env } = createRunner(path.join(folder, 'run-of-machine'), show, checkout);
      expect(env).toMatchObject({ HTTPS_PROXY: 'http://proxy:3128', npm_config_globalconfig: '/etc/npmrc' });
      expect(env).not.toHaveProperty('MONGODB_URI');
      const steps = [{ run: `test "$HTTPS_PROXY" = http://proxy:3128 && test -z "$MONGODB_URI"` }];
      const workflow = { name: 'one', jobs: { one: { steps } } } as unknown as Workflow;
      expect(await runWorkflow(workflow, contextOf(releases), { ...runner, env })).toMatchObject({ failed: [] });
    } finally {
      for (const name of Object.keys(ofThisMachine)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  it('stops at a failed step, shows its output, and runs no job that needs it', async () => {
    const tally = await run(`
      jobs:
        one:
          steps: [{ name: breaks, run: 'echo reason; exit 3' }, { name: after, run: 'true' }, { name: undo, if: failure(), run: 'true' }]
        two: { needs: [one], steps: [{ name: never, run: 'true' }] }
    `);
    expect(tally).toEqual({
      ran: ['one: undo'],
      failed: ['one: breaks'],
      notRun: ['one: after: an earlier step failed', 'two: needs one'],
    });
    expect(lines.join('\n')).toContain('reason');
  });

  it.each([
    ['slice', 'order'],
    ['slice', 'mf-catalog'],
    ['slices', ''],
    ['store', ''],
    ['platform', ''],
  ])('of %s %s lists every step as run, or as not run with a reason', async (name, slice) => {
    const { jobs } = workflows[name]!;
    const context = contextOf(releases, slice ? sliceOf(slice) : undefined);
    const { ran, failed, notRun } = await runWorkflow({ name, jobs: withoutScripts(jobs) }, context, runner);
    expect(failed).toEqual([]);
    for (const [job, { steps, uses }] of Object.entries(jobs)) {
      // Only that of the shell, for another slice.
      if (job === 'shell-files' && notRun.some((line) => line.startsWith(`${job}: its condition is false`))) continue;
      if (uses) expect(notRun).toContainEqual(expect.stringMatching(`^${job}: calls [a-z]+\\.yml( for [^,]|, which)`));
      for (const title of (steps ?? []).map((step) => `${job}: ${titleOf(step)}`))
        expect(ran.includes(title) || notRun.some((line) => line.startsWith(`${title}: `)) || title).toBe(true);
    }
  });

  it.each([
    ['order', 'service', 'services/order'],
    ['shell', 'shell', 'shell'],
    ['mf-catalog', 'remote', 'mf-catalog'],
  ])('builds the image of %s from its Dockerfile, without Docker', (name, kind, folder) => {
    const step = workflows['slice']!.jobs['image']!.steps!.find(({ id }) => id === 'build')!;
    const plan = planOf(step, () => true);
    const steps = { name: { outputs: { image: 'i', version: '0.1.7' } } };
    const script =
      plan.what === 'replaced' && interpolate(plan.script, { ...contextOf(releases, sliceOf(name)), steps });
    expect(script).toMatch(/^node \S+\/build-image\.js /);
    expect(String(script).split('build-image.js ')[1]).toBe(
      `"deploy/docker/${kind}.Dockerfile" "SLICE=${folder}" "RELEASE_VERSION=0.1.7"`,
    );
  });

  it('gives a deployment the digest of the image', async () => {
    const { failed } = await run(`
      jobs:
        image:
          outputs: { digest: '\${{ steps.build.outputs.digest }}' }
          steps:
            - { uses: actions/checkout@v4 }
            - { id: build, uses: docker/build-push-action@v6, with: { file: Dockerfile, build-args: 'SLICE=order' } }
        deploy:
          needs: image
          env: { DIGEST: '\${{ needs.image.outputs.digest }}' }
          steps: [{ run: 'echo "$DIGEST" | grep --extended-regexp "^sha256:[0-9a-f]{64}$"' }]
    `);
    expect(lines.join('\n')).not.toContain('✗');
    expect(failed).toEqual([]);
  });

  it('checks out as many commits as the step names, and knows the commit before', async () => {
    const { failed } = await run(`
      jobs:
        last: { steps: [{ uses: actions/checkout@v4 }, { run: 'test "$(git rev-list --count HEAD)" = 1' }] }
        all:
          steps:
            - { uses: actions/checkout@v4, with: { fetch-depth: 0 } }
            - { run: 'test "$(git rev-parse HEAD~1)" = "${commitBefore(checkout)}"' }
    `);
    expect(lines.join('\n')).not.toContain('✗');
    expect(failed).toEqual([]);
    expect(contextOf(releases)['github']).toMatchObject({ event: { before: commitBefore() } });
  });

  it('works in a clone of one commit, which has none before', async () => {
    const shallow = path.join(folder, 'shallow');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${checkout}`, shallow]);
    expect(commitBefore(shallow)).toBe('');
    mkdirSync(path.join(folder, 'run-of-shallow'));
    const inShallow = createRunner(path.join(folder, 'run-of-shallow'), show, shallow);
    const text = `jobs: { all: { steps: [{ uses: actions/checkout@v4, with: { fetch-depth: 0 } }, { run: git status }] } }`;
    expect(await runWorkflow(parse(text) as Workflow, contextOf(releases), inShallow)).toMatchObject({ failed: [] });
  });

  it('lists what it did not run, and commits the image of a deployment to main', async () => {
    const needs = {
      image: { outputs: { image: 'ghcr.io/shop/rangavalli-order', digest: 'sha256:12', version: '0.1.9' } },
    };
    const deploy = { ...workflows['slice']!.jobs['deploy']!, needs: [] };
    const text = (name: string) => execFileSync('git', ['-C', runner.origin, 'show', name], { encoding: 'utf8' });
    const { failed, notRun } = await runWorkflow(
      { name: 'slice', jobs: { image: imageJob(needs.image.outputs), deploy } },
      contextOf(releases, sliceOf('order')),
      runner,
    );
    expect(failed).toEqual([]);
    expect(notRun).toEqual(expect.arrayContaining(['deploy: Apply and await the canary: needs a cluster']));
    expect(text('main:deploy/kubernetes/slices/order/kustomization.yaml')).toContain(
      "  - { name: slice, newName: ghcr.io/shop/rangavalli-order, digest: 'sha256:12' }\n",
    );
    expect(text('main').split('\n')[4]).toBe('    Release order 0.1.9');
    expect(existsSync(path.join(runner.folder, 'home/.kube/config'))).toBe(true);
  });
});

/** A repository with two commits, the manifests and a Dockerfile. */
function createCheckout(folder: string): string {
  for (const name of ['deploy/kubernetes', 'deploy/observability'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'Dockerfile'), 'FROM x\nCMD ["true"]\n');
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
  const commit = ['-c', 'user.name=test', '-c', 'user.email=test@shop.example', 'commit', '--quiet', '--allow-empty'];
  git('init', '--quiet');
  git('add', '.');
  for (const message of ['One', 'Two']) git(...commit, '--message', message);
  return folder;
}

/** Steps with the same commands, of which none runs; the outputs of `affected` are those of one service. */
const withoutScripts = (jobs: Workflow['jobs']): Workflow['jobs'] =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      {
        ...job,
        steps: job.steps?.map(({ uses, ...step }) =>
          step.run || uses?.startsWith('docker/build-push-action')
            ? { ...step, name: titleOf({ ...step, uses }), run: `${OUTPUTS}\n${step.run ?? ''}` }
            : { ...step, uses },
        ),
      } as Job,
    ]),
  );
const OUTPUTS = `cat >> "$GITHUB_OUTPUT" <<'END'
services=[{"slice":"order","folder":"services/order","kind":"process","after":""}]
dependents=[{"slice":"payment","folder":"services/payment","kind":"process","after":"order"}]
gateway=[{"slice":"gateway","folder":"gateway","kind":"process","after":"order,payment"}]
shell=[{"slice":"shell","folder":"shell","kind":"process","after":"order,payment,gateway"}]
remotes=[{"slice":"mf-catalog","folder":"mf-catalog","kind":"remote","after":"order,payment,gateway,shell"}]
END
exit 0`;

const imageJob = (outputs: Record<string, string>) => ({ outputs, steps: [] });
