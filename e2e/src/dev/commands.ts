// Commands of the project, run in a copy of it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Copy } from './copy.js';

export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const goesOn = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function ended(child: ChildProcess): Promise<void> {
  if (!goesOn(child)) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).kill('SIGTERM');
  });
}

export class Commands {
  /** What the started ones have printed last. */
  said = '';
  private readonly running: ChildProcess[] = [];

  constructor(private readonly copy: Copy) {}

  /** Runs a command to its end. @returns what it printed; throws with it when it fails */
  async run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: this.copy.folder,
      maxBuffer: 50_000_000,
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`.slice(-20_000));
    });
    return stdout;
  }

  /**
   * Starts a command and waits until it prints such a line; it goes on until `end`.
   * @returns what ends it before
   */
  async startedWhen(
    line: RegExp,
    args: string[],
    where: string,
    env: Record<string, string>,
  ): Promise<() => Promise<void>> {
    const child = spawn(process.execPath, args, {
      cwd: path.join(this.copy.folder, where),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running.push(child);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`It ended:\n${output}`)));
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-20_000);
          this.said = (this.said + text).slice(-20_000);
          if (line.test(output)) resolve();
        });
      }
    });
    return () => ended(child);
  }

  /** Whether all that were started go on. */
  get allRun(): boolean {
    return this.running.every(goesOn);
  }

  async end(): Promise<void> {
    for (const child of this.running.toReversed()) await ended(child);
  }
}
