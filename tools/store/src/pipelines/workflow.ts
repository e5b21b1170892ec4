import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export interface Step {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
}

export interface Job {
  needs?: string | string[];
  if?: string;
  env?: Record<string, string>;
  outputs?: Record<string, string>;
  steps?: Step[];
  strategy?: { matrix: Record<string, unknown> };
  /** Another workflow, which runs with these inputs, for each entry of the matrix. */
  uses?: string;
  with?: Record<string, string>;
}

export interface Workflow {
  name: string;
  jobs: Record<string, Job>;
}

const FOLDER = '.github/workflows';

/** Returns the workflows of a checkout by their names. */
export const readWorkflows = (root: string): Record<string, Workflow> =>
  Object.fromEntries(
    readdirSync(path.join(root, FOLDER))
      .filter((file) => file.endsWith('.yml'))
      .map((file) => parse(readFileSync(path.join(root, FOLDER, file), 'utf8')) as Workflow)
      .map((workflow) => [workflow.name, workflow]),
  );

export const titleOf = ({ name, uses, run = '' }: Step): string =>
  name ?? uses?.split('@')[0] ?? run.trim().split('\n')[0]!.slice(0, 60);

/** What stands for an action on this machine. `null`: nothing does, and the step is listed as not run. */
const ACTIONS: Readonly<Record<string, { by: string; script: (step: Step) => string } | null>> = {
  'actions/checkout': { by: 'a clone of the last commit', script: checkoutScript },
  'actions/setup-node': { by: 'the Node of this machine', script: () => 'node --version' },
  'actions/attest-build-provenance': null,
  'docker/setup-buildx-action': null,
  'docker/login-action': null,
  'docker/build-push-action': {
    by: "the stages of the Dockerfile in folders, and a short start of the image's program",
    script: imageScript,
  },
};

/** Commands that need more than this machine has. */
const ELSEWHERE: readonly [RegExp, string][] = [
  [/\bnpm run pipelines\b/, 'runs the workflows, as this run does'],
  [/\bkubectl (?!kustomize)\w|\bkubectl --/, 'needs a cluster'],
  [/\bgh attestation\b/, 'needs the attestations of GitHub'],
  [/\bnpm audit\b/, "needs the registry's list of vulnerabilities"],
];

/** What a cluster or an image would return. */
const STAND_INS: readonly { pattern: RegExp; script: string; by: string }[] = [
  {
    pattern: /\bdocker create\b/,
    script: 'mkdir --parents "$RELEASE_STORE/shell/$VERSION/client"',
    by: 'a folder without files',
  },
  {
    pattern: /kubectl .*get configmap rangavalli-nats-users [^>]*> live-users\.conf/s,
    script: 'cp deploy/kubernetes/nats/users.conf live-users.conf',
    by: 'the permissions of this checkout',
  },
];

/** The variable with the repository that jobs check out. */
export const ORIGIN = 'PIPELINES_ORIGIN';

const BUILD_IMAGE = path.join(import.meta.dirname, 'build-image.js');

/** The inputs of the action, whose expressions are evaluated later. */
function imageScript({ with: inputs = {} }: Step): string {
  const args = String(inputs['build-args']).trim().split('\n');
  return `node ${BUILD_IMAGE} ${[inputs['file'], ...args].map((word) => `"${String(word)}"`).join(' ')}`;
}

/** As the action does: the last commit only, unless the step wants more (`fetch-depth`). */
function checkoutScript({ with: options }: Step): string {
  const depth = Number(options?.['fetch-depth'] ?? 1);
  return `git clone --quiet ${depth > 0 ? `--depth ${depth} ` : ''}--branch main "file://$${ORIGIN}" .`;
}

export type Plan =
  | { what: 'run'; script: string }
  | { what: 'replaced'; by: string; script: string }
  | { what: 'not run'; why: string };

/** Decides what happens to a step. @throws Error for an action that `ACTIONS` does not know */
export function planOf(step: Step, hasProgram: (name: string) => boolean): Plan {
  const { uses, run = '' } = step;
  if (uses !== undefined) {
    const [action = ''] = uses.split('@');
    const standIn = ACTIONS[action];
    if (standIn === undefined) throw new Error(`Add to ACTIONS what stands for ${action}.`);
    if (standIn === null) return { what: 'not run', why: 'needs Docker, a registry or GitHub' };
    return { what: 'replaced', by: standIn.by, script: standIn.script(step) };
  }
  const standIn = STAND_INS.find(({ pattern }) => pattern.test(run));
  if (standIn) return { what: 'replaced', by: standIn.by, script: standIn.script };
  const elsewhere = ELSEWHERE.find(([pattern]) => pattern.test(run));
  if (elsewhere) return { what: 'not run', why: elsewhere[1] };
  if (/\bkubectl\b/.test(run) && !hasProgram('kubectl')) return { what: 'not run', why: 'needs kubectl' };
  return { what: 'run', script: run };
}
