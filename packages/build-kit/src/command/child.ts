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
  const terminate = (): void => endGroup(child.pid, 'SIGTERM');
  signal?.addEventListener('abort', terminate, { once: true });
  // Failed tests leave the servers that they started.
  child.once('exit', () => endGroup(child.pid, 'SIGKILL'));
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

function endGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (leader) process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // all have ended
  }
}
