import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './nats-server.js';

export interface TestProcess {
  url: string;
  port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills a process that does not stop by itself in time, by default within 15 seconds. */
  stop(limitMs?: number): Promise<void>;
}

/** Has the code of earlier starts in the folder CODE_CACHE_DIR, which `npm test` sets. */
const CODE_CACHE = fileURLToPath(new URL('../../../build-kit/dist/build/code-cache.cjs', import.meta.url));
const START_TIMEOUT_MS = 25_000;
/** As long as the supervisor waits (`tools/store/src/supervisor/managed-process.ts`). */
const STOP_TIMEOUT_MS = 15_000;

/**
 * Runs the bundle of a program, which starts in half the time of what the compiler wrote.
 * @param main `dist/main.js` of a slice or a stand-in
 * @param onLine gets each line of its output, such as a line of its log
 */
export async function startTestProcess(
  main: URL,
  env: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<TestProcess> {
  const program = fileURLToPath(main).replace(/\.js$/, '.cjs');
  const port = env.PORT ? Number(env.PORT) : await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const probes = env.INTERNAL_PORT ? `http://127.0.0.1:${env.INTERNAL_PORT}` : url;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals, limitMs = STOP_TIMEOUT_MS) => {
    if (!child || child.exitCode !== null || child.signalCode) return;
    const ending = child;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    const timer = setTimeout(() => ending.kill('SIGKILL'), limitMs);
    await ended;
    clearTimeout(timer);
  };
  const running: TestProcess = {
    url,
    port,
    async start() {
      const started = spawn(process.execPath, ['--require', CODE_CACHE, program], {
        env: {
          PATH: process.env.PATH,
          CODE_CACHE_DIR: process.env.CODE_CACHE_DIR,
          ...env,
          PORT: String(port),
          HOST: '127.0.0.1',
        },
        stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'inherit'],
      });
      child = started;
      if (started.stdout && onLine) createInterface({ input: started.stdout }).on('line', onLine);
      for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until;) {
        if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}`);
        if (
          await fetch(`${probes}/health/ready`).then(
            (response) => response.ok,
            () => false,
          )
        )
          return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await end('SIGKILL');
      throw new Error(`${program} did not start`);
    },
    kill: () => end('SIGKILL'),
    stop: (limitMs) => end('SIGTERM', limitMs),
  };
  await running.start();
  return running;
}
