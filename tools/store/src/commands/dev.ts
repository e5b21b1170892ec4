import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { explain, Refusal, print } from '@rangavalli/build-kit/command/report';
import { watchAndCompile } from '@rangavalli/build-kit/dev/watch-compiler';
import { watchCompiled } from '../dev/watch-compiled.js';
import { dataPaths, ROOT } from '../paths.js';
import { programs, SERVICES } from '../processes.js';
import { readSettings } from '../settings.js';
import { FRONTENDS } from '../setup/build.js';
import { callControl } from '../supervisor/control-client.js';
import { runningStore, type RunFile } from '../supervisor/run-file.js';

const absolute = (folder: string): string => path.join(ROOT, folder);
const FOLLOW_INTERVAL_MS = 100;
const DEV_PAGE = absolute('packages/build-kit/dist/bin/dev.js');
const SHARED = ['packages/contracts/dist', 'packages/service-kit/dist'];
/** Compiled before they run; frontends are bundled from their sources, and compiled for their types only. */
const COMPILED = [
  'packages/contracts',
  'packages/pin-codes',
  'packages/search-index',
  'packages/service-kit',
  ...SERVICES.map((name) => `services/${name}`),
  'gateway',
  ...FRONTENDS,
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

/** Prints what is added to a file. @returns a function that ends it */
function follow(file: string): () => void {
  let position = existsSync(file) ? statSync(file).size : 0;
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    const { size } = statSync(file);
    if (size < position) position = 0; // a new file
    if (size === position) return;
    const added = Buffer.alloc(size - position);
    const descriptor = openSync(file, 'r');
    readSync(descriptor, added, 0, added.length, position);
    closeSync(descriptor);
    position = size;
    process.stdout.write(added);
  }, FOLLOW_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** The store runs the compiler's output of the slice until this command ends. */
async function developSlice(name: string, store: RunFile, logs: string): Promise<void> {
  const program = (programs as Record<string, string | undefined>)[name];
  if (!program) throw new Refusal(`There is no ${name} to develop.`);
  const output = absolute(path.dirname(program));
  const change = (action: string, body?: object): Promise<unknown> =>
    callControl(store.control, 'POST', `/processes/${name}/${action}`, body);
  const endCompiler = watchAndCompile([path.dirname(output)]);
  const endOutput = follow(path.join(logs, `${name}.log`));
  endWith(
    () => [],
    async () => {
      endCompiler();
      endOutput();
      await change('program', { program: 'own' });
      print(`${name} is run by the store again`);
    },
  );
  await change('program', { program: 'compiled' });
  watchCompiled([output, ...SHARED.map(absolute)], () => void change('restart').catch(explain));
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
        callControl(running.control, 'POST', `/processes/${name}/restart`).then(
          () => print(`${name} restarted`),
          explain,
        );
      });
    }
    endCompiler = watchAndCompile(COMPILED.map(absolute), (output) => {
      if (page?.connected) page.send(output);
    });
    page = spawn(process.execPath, [DEV_PAGE, '--with', 'all', '--no-compiler'], {
      cwd: absolute('shell'),
      env: { ...process.env, STORE_URL: running.address, PORT: process.env['DEV_PORT'] },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
  });
}

/** Hot reload of one frontend until this command ends. */
export function developFrontend(folder: string, program = DEV_PAGE): void {
  const page = spawn(process.execPath, [program], { cwd: folder, stdio: 'inherit', detached: true });
  endWith(
    () => [page],
    async () => undefined,
  );
  page.once('exit', (code) => process.exit(code ?? 1));
}

export async function devCommand([slice]: string[]): Promise<void> {
  const { run, logs } = dataPaths(readSettings().DATA_DIR);
  if (!slice || slice.startsWith('-')) return developAll(run);
  if (FRONTENDS.some((name) => name === slice)) return developFrontend(absolute(slice));
  const store = runningStore(run);
  if (!store) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
  await developSlice(path.basename(slice), store, logs);
}
