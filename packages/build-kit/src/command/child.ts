import { spawn } from 'node:child_process';

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
  /** Each line as it comes. */
  onLine?: (line: string) => void;
}

/** Runs a command to its end. Resolves with its exit code and everything it printed; the signal ends it. */
export async function runChild(
  command: string,
  args: string[],
  options: ChildOptions = {},
): Promise<{ code: number; output: string }> {
  const { cwd, env, signal, onLine } = options;
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // its whole process group, since some commands start others and don't pass the signal on
  const end = (): void => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  signal?.addEventListener('abort', end, { once: true });
  let output = '';
  let rest = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine?.(line);
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  }).finally(() => signal?.removeEventListener('abort', end));
  signal?.throwIfAborted();
  return { code, output };
}
