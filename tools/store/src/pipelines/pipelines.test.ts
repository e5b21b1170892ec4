import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { commitBefore, contextOf, createRunner, exitCodeOf, pipelinesCommand } from '../commands/pipelines.js';
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
    const inOrder = ['npx tsc -b packages/*/ tools/*/ services/*/', 'npm test --workspace="$FOLDER"'];
    expect(scripts('check').filter((script) => inOrder.includes(script))).toEqual(inOrder);
    expect(scripts('contract').join()).not.toContain('--first');
    const needs = ['check', 'contract', 'permissions', 'image', 'shell-files', 'first-release'];
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

describe('`npm run pipelines`', () => {
  it('refuses jobs that the selected workflows do not have', async () => {
    await expect(pipelinesCommand(['order', '--job', 'check', '--job', 'chekc'])).rejects.toThrow(/^chekc: no job/);
    await expect(pipelinesCommand(['slices', '--job', 'check'])).rejects.toThrow(/^check: no job/);
  });

  it('fails when a step fails, and when no step ran', () => {
    const tally = { ran: ['check: Test'], failed: [], notRun: [] };
    const nothing = { ...tally, ran: [] };
    expect(
      [[tally], [nothing, tally], [nothing], [tally, { ...tally, failed: ['check: Lint'] }]].map(exitCodeOf),
    ).toEqual([0, 0, 1, 1]);
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
      // Only those of the shell or of a remote, for another slice.
      if (notRun.some((line) => line.startsWith(`${job}: its condition is false`)) && /^(shell|first)-/.test(job))
        continue;
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

  describe('with the programs of a runner', () => {
    let bin: string;
    const program = (name: string, script: string) =>
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const printed = (name: string) => {
      const file = path.join(folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    };
    beforeEach(() => {
      bin = path.join(folder, 'bin');
      mkdirSync(bin);
      Object.assign(runner.env, { PATH: `${bin}:${process.env['PATH']}`, FOLDER_OF_TEST: folder });
    });
    const runJobs = (name: string, wanted: string, store: string, signingKey = 'key') => {
      const job = workflows[name]!.jobs[wanted]!;
      const steps = job.steps!.filter(({ uses }) => !uses);
      const context = contextOf({ store, signingKey }, name === 'slice' ? sliceOf('mf-catalog') : undefined);
      return runWorkflow({ name, jobs: { [wanted]: { ...job, needs: [], steps } } }, context, runner);
    };

    /** Runs a step of a slice's pipeline that `npm run pipelines` replaces or leaves out. */
    const runScript = (job: string, title: string, cwd: string, variables: Record<string, string>) => {
      const { run = '' } = workflows['slice']!.jobs[job]!.steps!.find(({ name }) => name === title)!;
      const options = ['--noprofile', '--norc', '-e', '-c', run];
      return spawnSync('bash', options, { cwd, env: { ...runner.env, ...variables }, encoding: 'utf8' });
    };

    it.each([false, true])(
      'releases a remote before its deployment only for the first time (live: %s)',
      async (isLive) => {
        const store = path.join(folder, 'releases');
        mkdirSync(path.join(store, 'mf-catalog'), { recursive: true });
        if (isLive) writeFileSync(path.join(store, 'mf-catalog/live.json'), '{}');
        program('npm', 'echo "$*" >> "$FOLDER_OF_TEST/npm.txt"');
        const { failed } = await runJobs('slice', 'first-release', store);
        expect([failed, lines.filter((line) => line.startsWith('✗'))]).toEqual([[], []]);
        expect(printed('npm.txt')).toEqual(isLive ? [] : ['ci', 'run release --workspace=mf-catalog']);
      },
    );

    it('does not take a volume that is not mounted, or a bucket, for a release store without a release', async () => {
      program('npm', 'echo "$*" >> "$FOLDER_OF_TEST/npm.txt"');
      program('docker', '[ "$1" != cp ] || mkdir "$3"');
      for (const store of [path.join(folder, 'releases'), 's3://shop/releases']) {
        const { failed } = await runJobs('slice', 'first-release', store);
        expect(failed).toEqual(['first-release: Look for a live release']);
        expect(printed('npm.txt')).toEqual([]);
        const variables = { RELEASE_STORE: store, VERSION: '0.1.9' };
        expect(runScript('shell-files', 'Keep the files of the shell', folder, variables).status).toBe(1);
      }
    });

    it('keeps the files of the shell in the release store', () => {
      const store = path.join(folder, 'releases');
      mkdirSync(store);
      program('docker', '[ "$1" != cp ] || { mkdir "$3"; touch "$3/main.js"; }');
      const variables = { RELEASE_STORE: store, VERSION: '0.1.9' };
      // Also when the job is repeated.
      for (let run = 0; run < 2; run++)
        expect(runScript('shell-files', 'Keep the files of the shell', folder, variables).stderr).toBe('');
      expect(readdirSync(path.join(store, 'shell/0.1.9/client'), { recursive: true })).toEqual(['main.js']);
    });

    it.each([
      [
        'when another push precedes it',
        '[ -e "$FOLDER_OF_TEST/pushed" ] || { touch "$FOLDER_OF_TEST/pushed"; exit 1; }',
        true,
      ],
      ['or fails when main accepts no push', 'exit 1', false],
      ['or fails when main cannot be read', '', false],
    ])('reverts a failed release, %s', (when, hook, isReverted) => {
      const clone = path.join(folder, 'deploy');
      const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { env: runner.env });
      execFileSync('git', ['clone', '--quiet', runner.origin, clone]);
      git('config', 'user.name', 'test');
      git('config', 'user.email', 'test@shop.example');
      writeFileSync(path.join(clone, 'Dockerfile'), 'FROM y\n');
      git('commit', '--quiet', '--all', '--message', 'Release order 0.1.9');
      git('push', '--quiet', 'origin', 'HEAD:main');
      mkdirSync(path.join(runner.origin, 'hooks'), { recursive: true });
      writeFileSync(path.join(runner.origin, 'hooks/pre-receive'), `#!/bin/sh\n${hook}\n`, { mode: 0o755 });
      if (when.endsWith('read')) git('remote', 'set-url', 'origin', path.join(folder, 'none'));
      program('sleep', '');
      program('kubectl', 'echo "$*" >> "$FOLDER_OF_TEST/kubectl.txt"');
      const variables = { SLICE: 'order', VERSION: '0.1.9', OVERLAY: 'three-machines' };
      const { status } = runScript('deploy', 'Revert a failed release', clone, variables);
      const last = execFileSync('git', ['-C', runner.origin, 'log', '-1', '--format=%s'], { encoding: 'utf8' });
      expect([status, last.trim()]).toEqual(
        isReverted ? [0, 'Revert "Release order 0.1.9"'] : [1, 'Release order 0.1.9'],
      );
      expect(printed('kubectl.txt')).toEqual(
        isReverted
          ? [
              'kustomize deploy/kubernetes/overlays/three-machines',
              'apply --filename rendered.yaml --selector app.kubernetes.io/name=order',
            ]
          : [],
      );
    });

    it.each([
      ['', ['image: Require the signing key']],
      ['key', []],
    ])('builds the image of a remote on main only with the key that signs (key: "%s")', async (key, failures) => {
      const { image } = workflows['slice']!.jobs;
      const { environment } = image as unknown as { environment: string };
      expect(environment).toContain("format('production-{0}', inputs.slice)");
      const step = image!.steps!.find(({ name }) => name === 'Require the signing key')!;
      const jobs = { image: { steps: [step] } };
      const context = contextOf({ store: '', signingKey: key }, sliceOf('mf-catalog'));
      expect((await runWorkflow({ name: 'slice', jobs }, context, runner)).failed).toEqual(failures);
    });

    it.each([
      ['installed', []],
      ['downloaded', ['download prometheus']],
      ['downloaded with a new list of packages', ['download prometheus', 'update', 'download prometheus']],
    ])('tests the alert rules with a promtool that is %s', async (how, calls) => {
      // Nothing but what a step uses, so that a promtool of this machine is not found.
      for (const name of ['bash', 'cp', 'id', 'mkdir', 'mktemp', 'touch'])
        symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), path.join(bin, name));
      runner.env['PATH'] = bin;
      program(how === 'installed' ? 'promtool' : 'packed', 'echo "$*" >> "$FOLDER_OF_TEST/promtool.txt"');
      if (how === 'downloaded') writeFileSync(path.join(folder, 'list'), '');
      program('sudo', 'exec "$@"');
      program(
        'apt-get',
        `echo "$*" >> "$FOLDER_OF_TEST/apt.txt"
        if [ "$1" = update ]; then touch "$FOLDER_OF_TEST/list"
        else [ -e "$FOLDER_OF_TEST/list" ] && touch prometheus_1.deb; fi`,
      );
      program('dpkg-deb', 'mkdir -p "$3/usr/bin"; cp "$FOLDER_OF_TEST/bin/packed" "$3/usr/bin/promtool"');
      const { jobs } = workflows['platform']!;
      const step = jobs['apply']!.steps!.find(({ name }) => name === 'Test the alert rules')!;
      const checkedOut = path.join(folder, 'run/apply');
      cpSync(path.join(checkout, 'deploy'), path.join(checkedOut, 'deploy'), { recursive: true });
      const tally = await runWorkflow(
        { name: 'platform', jobs: { apply: { steps: [step] } } },
        contextOf(releases),
        runner,
      );
      expect([tally.failed, lines.filter((line) => line.startsWith('✗'))]).toEqual([[], []]);
      expect(printed('apt.txt')).toEqual(calls);
      expect(printed('promtool.txt')).toEqual(['test rules rules.test.yml']);
    });
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
  writeFileSync(path.join(folder, 'Dockerfile'), 'FROM x\nCMD ["echo", "Invalid configuration:"]\n');
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
