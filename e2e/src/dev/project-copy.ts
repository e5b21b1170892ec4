// A copy of the project, in which tests edit files and run commands.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/command.js';

const EXCLUDED = new Set(['.git', '.data', 'node_modules', 'test-results', 'playwright-report']);
const MAX_OUTPUT_CHARACTERS = 20_000;

const subfoldersOf = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => path.join(folder, name));

export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function terminate(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).kill('SIGTERM');
  });
}

/** The project's files, with installed packages as links. */
export class ProjectCopy {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-dev-'));
  output = '';
  private readonly children: ChildProcess[] = [];

  constructor() {
    cpSync(ROOT, this.folder, {
      recursive: true,
      preserveTimestamps: true,
      filter: (from) => !EXCLUDED.has(path.basename(from)),
    });
    this.linkPackages('node_modules');
    for (const folder of [...subfoldersOf('.'), ...['services', 'packages', 'tools'].flatMap(subfoldersOf)])
      this.linkPackages(`${folder}/node_modules`);
    // The checks list the files by git.
    execFileSync('git', ['init', '--quiet'], { cwd: this.folder });
  }

  /** Replaces a text that occurs exactly once in a file. */
  edit(file: string, before: string, after: string): void {
    const target = path.join(this.folder, file);
    const text = readFileSync(target, 'utf8');
    if (text.split(before).length !== 2) throw new Error(`${file} does not contain ${JSON.stringify(before)} once`);
    writeFileSync(
      target,
      text.replace(before, () => after),
    );
  }

  /** Runs a Node program. @returns its output; throws with it when the program fails */
  async run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: this.folder,
      maxBuffer: 50_000_000,
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`.slice(-MAX_OUTPUT_CHARACTERS));
    });
    return stdout;
  }

  /** Starts a Node program and waits until its output matches. @returns a function that terminates it */
  async start(ready: RegExp, args: string[], cwd: string, env: Record<string, string>): Promise<() => Promise<void>> {
    const child = spawn(process.execPath, args, {
      cwd: path.join(this.folder, cwd),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.children.push(child);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`exited:\n${output}`)));
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
          this.output = (this.output + text).slice(-MAX_OUTPUT_CHARACTERS);
          if (ready.test(output)) resolve();
        });
    });
    return () => terminate(child);
  }

  get isEveryChildRunning(): boolean {
    return this.children.every(isRunning);
  }

  async remove(): Promise<void> {
    for (const child of this.children.toReversed()) await terminate(child);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Workspace links are relative, so that they lead to the copy. */
  private linkPackages(folder: string): void {
    const from = path.join(ROOT, folder);
    if (!lstatSync(from, { throwIfNoEntry: false })) return;
    mkdirSync(path.join(this.folder, folder), { recursive: true });
    for (const name of readdirSync(from)) {
      const source = path.join(from, name);
      if (name === '@rangavalli') this.linkPackages(`${folder}/${name}`);
      else {
        const target = lstatSync(source).isSymbolicLink() ? readlinkSync(source) : source;
        symlinkSync(target, path.join(this.folder, folder, name));
      }
    }
  }
}
