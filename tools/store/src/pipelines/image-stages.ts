// Builds an image's files without a Docker engine: each stage of the Dockerfile in a folder.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A stage: where its files are, the folder of its commands, and the variables of its image. */
interface Stage {
  root: string;
  workdir: string;
  env: Record<string, string>;
}

interface Instruction {
  word: string;
  rest: string;
}

/** The program of an image. */
export interface Program {
  command: string[];
  cwd: string;
  env: Record<string, string>;
}

const START_MS = 5_000;
const SHOWN_CHARACTERS = 4_000;

/**
 * Runs the stages. Commands of the last one are left out: they arrange the root of the image's file system.
 * @param context folder of the build, which the Dockerfile's path is relative to
 * @param args build arguments
 * @param folder empty folder for the stages
 * @throws Error when a command fails or a file to copy is missing
 */
export function buildStages(
  dockerfile: string,
  context: string,
  args: Record<string, string>,
  folder: string,
): Program {
  const instructions = instructionsIn(readFileSync(path.join(context, dockerfile), 'utf8'), args);
  const lastFrom = instructions.findLastIndex(({ word }) => word === 'FROM');
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: context, workdir: '/', env: {} };
  let command: string[] = [];
  for (const [index, { word, rest }] of instructions.entries()) {
    const at = (place: string): string => path.join(stage.root, path.resolve(stage.workdir, place));
    if (word === 'FROM') {
      const [base = '', , name = String(index)] = rest.split(' ');
      const parent = stages.get(base);
      const root = path.join(folder, name);
      mkdirSync(root);
      if (parent) cpSync(parent.root, root, { recursive: true, verbatimSymlinks: true });
      stage = { root, workdir: parent?.workdir ?? '/', env: { ...parent?.env } };
      stages.set(name, stage);
    } else if (word === 'WORKDIR') {
      stage.workdir = path.resolve(stage.workdir, rest);
      mkdirSync(at('.'), { recursive: true });
    } else if (word === 'ENV') {
      for (const pair of rest.split(' '))
        stage.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
    } else if (word === 'COPY') copy(rest, at, (from) => (from === undefined ? context : required(stages, from).root));
    else if (word === 'RUN' && index < lastFrom)
      run(rest.replace(/^(--mount=\S+\s+)+/, ''), at('.'), { ...stage.env, ...args });
    else if (word === 'CMD') command = JSON.parse(rest) as string[];
  }
  return { command, cwd: path.join(stage.root, stage.workdir), env: stage.env };
}

function instructionsIn(text: string, args: Record<string, string>): Instruction[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => args[name] ?? whole)
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

function required(stages: ReadonlyMap<string, Stage>, name: string): Stage {
  const stage = stages.get(name);
  if (!stage) throw new Error(`There is no stage ${name}.`);
  return stage;
}

function copy(rest: string, at: (place: string) => string, rootOf: (stage?: string) => string): void {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const to = words.pop() ?? '';
  for (const source of words) {
    const place = path.join(rootOf(from), source);
    const isFile = statSync(place).isFile();
    const target = isFile && to.endsWith('/') ? path.join(to, path.basename(source)) : to;
    cpSync(place, at(target), { recursive: true, verbatimSymlinks: true });
  }
}

function run(script: string, cwd: string, variables: Record<string, string>): void {
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed:\n${(stdout + stderr).slice(-SHOWN_CHARACTERS)}`);
}

/** What a service and the gateway, or the shell, print without their settings. */
const SETTINGS_ARE_MISSING = /^Invalid configuration:|^\w+ is undefined: is needed/m;

/**
 * Starts a program for some seconds, without its settings. It must find its modules, and may end only for want of them.
 * @param timeout after which it is ended, ms
 * @throws Error when it cannot be started or ends
 */
export function startBriefly({ command: [program = '', ...args], cwd, env }: Program, timeout = START_MS): void {
  const { PATH = '' } = process.env;
  const options = { cwd, env: { PATH, ...env, HOST: '127.0.0.1', PORT: '0' }, timeout };
  const { error, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  const isRunning = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
  if (error && !isRunning) throw error;
  const output = stdout + stderr;
  const shown = output.slice(-SHOWN_CHARACTERS);
  if (/Cannot find (module|package)/.test(output))
    throw new Error(`${args.join(' ')} does not find its modules:\n${shown}`);
  if (!isRunning && !SETTINGS_ARE_MISSING.test(output)) throw new Error(`${args.join(' ')} ended:\n${shown}`);
}
