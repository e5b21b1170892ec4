// `npm run dev [-- slice]`: work on the store while it runs. With a slice, that one's process is taken over from
// the running store, compiled and started again at every change, and given back at the end. Without, a whole store
// is started in which every process follows its compiled files.
import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { dataPaths, ROOT, TSC } from './paths.js';
import { FRONTENDS } from './setup/frontends.js';
import { explain, Refusal, say } from './report.js';
import { readSettings } from './settings.js';
import { runningStore, type RunFile } from './supervisor/run-file.js';

const SETTLE_MS = 300;

interface Taken {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Ends a child and what it started: the compiler is a program behind a Node script. */
const endGroup = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
  });

/** Ends all the children that were started here, then the command itself. */
function endWith(children: () => (ChildProcess | undefined)[], last: () => Promise<void>): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    const running = children().filter((child): child is ChildProcess => child !== undefined && child.exitCode === null && child.signalCode === null);
    Promise.all(running.map(endGroup))
      .then(last)
      .catch(explain)
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** Calls `onChange` a moment after the last of several changes to compiled files below `folder`. */
function follow(folder: string, onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.js')) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
}

const compileAlways = (project: string[]): ChildProcess =>
  spawn(process.execPath, [TSC, '-b', '--watch', '--preserveWatchOutput', ...project], { cwd: ROOT, stdio: 'inherit', detached: true });

async function control(store: RunFile, method: 'GET' | 'POST', where: string): Promise<unknown> {
  const response = await fetch(`${store.control}${where}`, { method });
  if (!response.ok) throw new Refusal(`The running store refuses ${where}: ${await response.text()}`);
  return response.json();
}

async function developSlice(slice: string, store: RunFile): Promise<void> {
  const name = path.basename(slice);
  const { command, args, env } = (await control(store, 'GET', `/processes/${name}/env`)) as Taken;
  const folder = ['services', 'tools', '.'].map((parent) => path.join(parent, name)).find((place) => args.join(' ').includes(`/${path.normalize(place)}/`)) ?? name;
  await control(store, 'POST', `/processes/${name}/stop`);
  let running: ChildProcess | undefined;
  const start = (): void => {
    running = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'inherit', detached: true });
  };
  const restart = (): void => {
    if (running?.exitCode !== null || running.signalCode !== null) return start();
    running.once('exit', start).kill('SIGTERM');
  };
  const compiler = compileAlways([folder]);
  endWith(
    () => [running, compiler],
    async () => {
      await control(store, 'POST', `/processes/${name}/start`);
      say(`${name} is the store's again`);
    },
  );
  start();
  follow(path.join(ROOT, folder, 'dist'), restart);
}

/** The whole store, each process of which is restarted when its own compiled files change. */
async function developAll(runFile: string): Promise<void> {
  const store = spawn(process.execPath, [path.join(import.meta.dirname, 'start.js')], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let compiler: ChildProcess | undefined;
  endWith(() => [store, compiler], async () => undefined);
  store.once('exit', (code) => process.exit(code ?? 1));
  store.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    const running = /^ready /m.test(text) && !compiler ? runningStore(runFile) : null;
    if (!running) return;
    compiler = compileAlways([]);
    for (const [name, { role }] of Object.entries(running.processes)) {
      if (role !== 'service' && role !== 'edge') continue;
      follow(path.join(ROOT, role === 'service' ? 'services' : '.', name, 'dist'), () => {
        control(running, 'POST', `/processes/${name}/restart`).then(() => say(`${name} restarted`), explain);
      });
    }
  });
}

try {
  const slice = process.argv[process.argv.indexOf('dev') + 1];
  const runFile = dataPaths(readSettings().DATA_DIR).run;
  if (!slice || slice.startsWith('-')) await developAll(runFile);
  else if (FRONTENDS.some((name) => name === slice)) {
    spawn(process.execPath, [path.join(ROOT, 'packages/build-kit/dist/bin/dev.js')], { cwd: path.join(ROOT, slice), stdio: 'inherit' });
  } else {
    const store = runningStore(runFile);
    if (!store) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
    await developSlice(slice, store);
  }
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
