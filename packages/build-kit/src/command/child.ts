import { spawn } from 'node:child_process';

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
  onLine?: (line: string) => void;
}

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
  // The whole process group: some commands do not forward signals.
  const terminate = (): void => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  signal?.addEventListener('abort', terminate, { once: true });
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
  }).finally(() => signal?.removeEventListener('abort', terminate));
  signal?.throwIfAborted();
  return { code, output };
}
