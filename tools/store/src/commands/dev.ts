import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { explain, Refusal, print } from '@rangavalli/build-kit/command/report';
import { watchAndCompile } from '@rangavalli/build-kit/dev/watch-compiler';
import { watchCompiled } from '../dev/watch-compiled.js';
import { dataPaths, ROOT } from '../paths.js';
import { programs, SERVICES } from '../processes.js';
import { readSettings } from '../settings.js';
import { FRONTENDS } from '../setup/build.js';
import { runningStore, type RunFile } from '../supervisor/run-file.js';

const absolute = (folder: string): string => path.join(ROOT, folder);
const DEV_PAGE = absolute('packages/build-kit/dist/bin/dev.js');
const SHARED = ['packages/contracts/dist', 'packages/service-kit/dist'];
/** Compiled before they run; frontends are bundled from their sources. */
const COMPILED = [
  'packages/contracts',
  'packages/search-index',
  'packages/service-kit',
  ...SERVICES.map((name) => `services/${name}`),
  'gateway',
];

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

const endGroup = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
  });

function endWith(children: () => (ChildProcess | undefined)[], finish: () => Promise<void>): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    void Promise.all(children().filter(isRunning).map(endGroup))
      .then(finish)
      .catch(explain)
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

async function control(store: RunFile, method: 'GET' | 'POST', target: string): Promise<unknown> {
  const response = await fetch(`${store.control}${target}`, { method });
  if (!response.ok) throw new Refusal(`The running store rejected ${target}: ${await response.text()}`);
  return response.json();
}

async function developSlice(name: string, store: RunFile): Promise<void> {
  const definition = await control(store, 'GET', `/processes/${name}/env`);
  const { command, args, env } = definition as { command: string; args: string[]; env: Record<string, string> };
  const program = Object.values(programs).find((one) =>
    args.some((argument) => [absolute(one), absolute(bundleOf(one))].includes(argument)),
  );
  if (!program)
    throw new Refusal(`The store runs a release of ${name}. Return to the checkout: npm run rollback -- ${name}`);
  if (store.processes[`${name}-2`])
    throw new Refusal(`The store runs several processes of ${name}. First: npm run scale -- ${name} 1`);
  const compiled = args.map((argument) => (argument === absolute(bundleOf(program)) ? absolute(program) : argument));
  const output = absolute(path.dirname(program));
  await control(store, 'POST', `/processes/${name}/stop`);
  let running: ChildProcess | undefined;
  const start = (): void => {
    running = spawn(command, compiled, { env: { ...process.env, ...env }, stdio: 'inherit', detached: true });
  };
  const restart = (): void => {
    if (isRunning(running)) running.once('exit', start).kill('SIGTERM');
    else start();
  };
  const endCompiler = watchAndCompile([path.dirname(output)]);
  endWith(
    () => [running],
    async () => {
      endCompiler();
      await control(store, 'POST', `/processes/${name}/start`);
      print(`${name} is run by the store again`);
    },
  );
  start();
  watchCompiled([output, ...SHARED.map(absolute)], restart);
}

/** The page of shell and remotes has hot reload (DEV_PORT, 5100). */
async function developAll(runFile: string): Promise<void> {
  const store = spawn(process.execPath, [path.join(import.meta.dirname, '../main.js'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, REPLICAS: '1', PROGRAMS: 'compiled' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let endCompiler: (() => void) | undefined;
  let page: ChildProcess | undefined;
  endWith(
    () => [page, store],
    async () => endCompiler?.(),
  );
  store.once('exit', (code) => process.exit(code ?? 1));
  store.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    const running = /^ready /m.test(text) && !endCompiler ? runningStore(runFile) : null;
    if (!running) return;
    for (const name of [...SERVICES, 'gateway'] as const) {
      watchCompiled([path.dirname(programs[name]), ...SHARED].map(absolute), () => {
        control(running, 'POST', `/processes/${name}/restart`).then(() => print(`${name} restarted`), explain);
      });
    }
    endCompiler = watchAndCompile(COMPILED.map(absolute));
    page = spawn(process.execPath, [DEV_PAGE, '--with', 'all', '--no-compiler'], {
      cwd: absolute('shell'),
      env: { ...process.env, STORE_URL: running.address, PORT: process.env['DEV_PORT'] },
      stdio: 'inherit',
      detached: true,
    });
  });
}

export async function devCommand([slice]: string[]): Promise<void> {
  const { run } = dataPaths(readSettings().DATA_DIR);
  if (!slice || slice.startsWith('-')) return developAll(run);
  if (FRONTENDS.some((name) => name === slice)) {
    spawn(process.execPath, [DEV_PAGE], { cwd: absolute(slice), stdio: 'inherit' });
    return;
  }
  const store = runningStore(run);
  if (!store) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
  await developSlice(path.basename(slice), store);
}
