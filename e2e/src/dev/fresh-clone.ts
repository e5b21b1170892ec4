// A clone of the last commit, in which tests edit files and run commands as a developer does.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../support/command.js';

const OUTPUT_TIMEOUT_MS = 1_000;
const MAX_OUTPUT_CHARACTERS = 60_000;
/** Set for every command, so that processes that they leave behind are found. */
const MARKER = 'FRESH_CLONE';
/** What a developer's terminal has; the rest belongs to this test run. */
const INHERITED = new RegExp(
  '^(HOME|USER|LANG|LC_.*|XDG_CACHE_HOME|CHROMIUM|npm_config_(cache|registry)' +
    '|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|.*_proxy)$',
  'i',
);

export interface Finished {
  code: number | null;
  output: string;
  seconds: number;
}

export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Whether a process is one of `others` or was started by one of them. */
export function isBelow(others: ReadonlyMap<number, string>, pid: number): boolean {
  try {
    for (let one = pid; one > 1; one = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${one}/stat`, 'utf8'))?.[1]))
      if (others.has(one)) return true;
  } catch {
    return true; // ended meanwhile
  }
  return false;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Ends a command's process group, as Ctrl-C does. */
async function interrupt(child: ChildProcess): Promise<void> {
  if (!isRunning(child) || !child.pid) return;
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

export class FreshClone {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-clone-'));
  /** Of the commands that `start` has started. */
  output = '';
  private readonly children: ChildProcess[] = [];

  constructor() {
    execFileSync('git', ['clone', '--quiet', ROOT, this.folder]);
    // An interrupted test run calls no hooks.
    process.once('exit', () => {
      for (const child of this.children.filter(isRunning)) if (child.pid) process.kill(-child.pid, 'SIGTERM');
    });
  }

  /** Makes the store of this clone the one that `support` calls. */
  useStore(dataDir = '.data'): void {
    process.env['RUN_JSON'] = path.join(this.folder, dataDir, 'run.json');
    process.env['ACCOUNTS_JSON'] = path.join(this.folder, dataDir, 'accounts.json');
  }

  /** Discards all edits, as `git` does for a developer who begins something else. */
  discardEdits(): void {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.folder });
    git('checkout', '--quiet', '.');
    git('clean', '--force', '-d', '--quiet');
  }

  /** Reads a file; undefined when there is none. */
  read(file: string): string | undefined {
    const target = path.join(this.folder, file);
    return existsSync(target) ? readFileSync(target, 'utf8') : undefined;
  }

  write(file: string, text: string): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** Replaces a text that occurs exactly once in a file. */
  edit(file: string, before: string, after: string): void {
    const text = this.read(file) ?? '';
    if (text.split(before).length !== 2) throw new Error(`${file} does not contain ${JSON.stringify(before)} once`);
    this.write(
      file,
      text.replace(before, () => after),
    );
  }

  /** Runs a shell command to its end. Its exit code is the caller's to check. */
  async run(command: string, env: NodeJS.ProcessEnv = {}): Promise<Finished> {
    const startedAt = performance.now();
    const child = this.spawn(command, env);
    let output = '';
    const add = (text: string): void => void (output = (output + text).slice(-MAX_OUTPUT_CHARACTERS));
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
    const closed = once(child, 'close');
    const code = await new Promise<number | null>((resolve) => void child.once('exit', resolve));
    // A process that is left behind may hold the output open.
    await Promise.race([closed, sleep(OUTPUT_TIMEOUT_MS)]);
    return { code, output, seconds: (performance.now() - startedAt) / 1000 };
  }

  /** Starts a shell command and resolves when its output matches. @returns a function that ends it like Ctrl-C */
  async start(command: string, ready: RegExp, env: NodeJS.ProcessEnv = {}): Promise<() => Promise<void>> {
    const child = this.spawn(command, env);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${command} ended:\n${output}`)));
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
          this.output = (this.output + text).slice(-MAX_OUTPUT_CHARACTERS);
          if (ready.test(output)) resolve();
        });
    });
    return () => interrupt(child);
  }

  get isEveryChildRunning(): boolean {
    return this.children.every(isRunning);
  }

  /** Returns the processes that commands in this clone have started, also of those that have ended. */
  processes(): Map<number, string> {
    const found = new Map<number, string>();
    for (const pid of readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)) {
      const command = this.commandOf(pid);
      if (command !== undefined) found.set(pid, command);
    }
    return found;
  }

  async remove(): Promise<void> {
    for (const child of this.children.toReversed()) await interrupt(child);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private spawn(command: string, env: NodeJS.ProcessEnv): ChildProcess {
    const inherited = Object.entries(process.env).filter(([name]) => INHERITED.test(name));
    // npm adds this checkout's programs to the path.
    const programs = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(ROOT));
    const child = spawn('bash', ['-c', command], {
      cwd: this.folder,
      env: { ...Object.fromEntries(inherited), PATH: programs.join(path.delimiter), [MARKER]: this.folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.children.push(child);
    return child;
  }

  /** Returns the command line of a process that belongs to this clone, by its environment or working directory. */
  private commandOf(pid: number): string | undefined {
    try {
      const isOwn =
        readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARKER}=${this.folder}`) ||
        readlinkSync(`/proc/${pid}/cwd`).startsWith(this.folder);
      return isOwn ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined : undefined;
    } catch {
      return undefined; // ended meanwhile, or another user's
    }
  }
}
