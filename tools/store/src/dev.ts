// `npm run dev [-- slice]`: work on the store while it runs. With a slice, that one's process is taken over from
// the running store, compiled and started again at every change, and given back at the end. Without, a whole store
// is started in which every process follows its compiled files, with a page of its own for shell and remotes (DEV_PORT, 5100).
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { compileAlways } from '@rangavalli/build-kit/dev/compile-always';
import { dataPaths, ROOT } from './paths.js';
import { followCompiled } from './dev/compiled.js';
import { programs, SERVICES } from './processes.js';
import { FRONTENDS } from './setup/frontends.js';
import { explain, Refusal, say } from './report.js';
import { readSettings } from './settings.js';
import { runningStore, type RunFile } from './supervisor/run-file.js';

const DEV_PAGE = path.join(ROOT, 'packages/build-kit/dist/bin/dev.js');
/** What every process is made of besides its own folder. */
const SHARED = ['packages/contracts/dist', 'packages/service-kit/dist'];
/** What is compiled before it runs. Frontends are bundled from their sources; their types are checked by `npm run dev -w <slice>` and `npm run types`. */
const COMPILED = [
  'packages/contracts',
  'packages/service-kit',
  ...SERVICES.map((name) => `services/${name}`),
  'gateway',
];
const whole = (folder: string): string => path.join(ROOT, folder);
/** What a process runs in a store, and what the compiler writes. */
const FOLLOWED = new Map(Object.values(programs).map((program) => [whole(bundleOf(program)), whole(program)]));

interface Taken {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Ends a child and what it started. */
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
    const running = children().filter(
      (child): child is ChildProcess => child !== undefined && child.exitCode === null && child.signalCode === null,
    );
    Promise.all(running.map(endGroup))
      .then(last)
      .catch(explain)
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

async function control(store: RunFile, method: 'GET' | 'POST', where: string): Promise<unknown> {
  const response = await fetch(`${store.control}${where}`, { method });
  if (!response.ok) throw new Refusal(`The running store refuses ${where}: ${await response.text()}`);
  return response.json();
}

async function developSlice(slice: string, store: RunFile): Promise<void> {
  const name = path.basename(slice);
  const { command, args: ofStore, env } = (await control(store, 'GET', `/processes/${name}/env`)) as Taken;
  const args = ofStore.map((argument) => FOLLOWED.get(argument) ?? argument);
  const folder = ['services', 'tools', '.']
    .map((parent) => path.join(parent, name))
    .find((place) => args.some((argument) => argument.startsWith(path.join(ROOT, place, 'dist'))));
  if (!folder)
    throw new Refusal(
      `The store runs a release of ${name}, which has no sources here: npm run rollback -- ${name} takes it back`,
    );
  if (store.processes[`${name}-2`])
    throw new Refusal(
      `The store runs several processes of ${name}, which would answer too: npm run scale -- ${name} 1`,
    );
  await control(store, 'POST', `/processes/${name}/stop`);
  let running: ChildProcess | undefined;
  const start = (): void => {
    running = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'inherit', detached: true });
  };
  const restart = (): void => {
    if (running?.exitCode !== null || running.signalCode !== null) return start();
    running.once('exit', start).kill('SIGTERM');
  };
  const endCompiler = compileAlways([whole(folder)]);
  endWith(
    () => [running],
    async () => {
      endCompiler();
      await control(store, 'POST', `/processes/${name}/start`);
      say(`${name} is the store's again`);
    },
  );
  start();
  followCompiled([`${folder}/dist`, ...SHARED].map(whole), restart);
}

/**
 * The whole store, each service of which is restarted when its own compiled files or the shared ones change (the gateway
 * holds what is asked meanwhile until it is back), and beside it a page of shell and remotes with hot reload.
 */
async function developAll(dataDir: string): Promise<void> {
  const { run: runFile } = dataPaths(dataDir);
  // One process each: it is the one that an edit starts anew.
  const env = { ...process.env, REPLICAS: '1', PROGRAMS: 'compiled' };
  const store = spawn(process.execPath, [path.join(import.meta.dirname, 'start.js')], {
    cwd: ROOT,
    env,
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
    for (const [name, { role }] of Object.entries(running.processes)) {
      if (role !== 'service' && role !== 'edge') continue;
      const own = path.join(role === 'service' ? 'services' : '.', name, 'dist');
      followCompiled([own, ...SHARED].map(whole), () => {
        control(running, 'POST', `/processes/${name}/restart`).then(() => say(`${name} restarted`), explain);
      });
    }
    endCompiler = compileAlways(COMPILED.map(whole));
    page = spawn(process.execPath, [DEV_PAGE, '--with', 'all', '--no-compiler'], {
      cwd: path.join(ROOT, 'shell'),
      env: { ...process.env, STORE_URL: running.address, PORT: process.env['DEV_PORT'] },
      stdio: 'inherit',
      detached: true,
    });
  });
}

try {
  const slice = process.argv[process.argv.indexOf('dev') + 1];
  const dataDir = readSettings().DATA_DIR;
  if (!slice || slice.startsWith('-')) await developAll(dataDir);
  else if (FRONTENDS.some((name) => name === slice)) {
    spawn(process.execPath, [DEV_PAGE], { cwd: path.join(ROOT, slice), stdio: 'inherit' });
  } else {
    const store = runningStore(dataPaths(dataDir).run);
    if (!store) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
    await developSlice(slice, store);
  }
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
