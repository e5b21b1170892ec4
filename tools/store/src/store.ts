import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { serveMail } from './mail/mail-server.js';
import { dataPaths, ROOT } from './paths.js';
import {
  countSparePorts,
  mediaEnv,
  PROCESS_NAMES,
  processesOf,
  type ProcessName,
  type StoreContext,
} from './processes.js';
import { provisionDatabase } from './provision/database.js';
import { provisionNats, writeNatsConfig } from './provision/nats.js';
import { readSettings } from './settings.js';
import { buildStore } from './setup/build.js';
import { freePorts, listenAddress, requireFreePort } from './setup/ports.js';
import { adoptBuilds } from './setup/releases.js';
import { accountsOf, secretsOf } from './setup/secrets.js';
import { serveControl } from './supervisor/control.js';
import { endLeftovers, readRunFile, runningStore } from './supervisor/run-file.js';
import { Supervisor } from './supervisor/supervisor.js';

const READY_TIMEOUT_MS = 180_000;
/** npm repeats a Ctrl-C of the terminal: only a signal that comes later means that the user is impatient. */
const REPEATED_SIGNAL_MS = 1_000;

/** Starts a store, runs it until `stopping` is aborted and stops it. Leaves nothing running when it throws. */
export async function runStore(stopping: AbortController): Promise<void> {
  const { signal } = stopping;
  const context = await prepare(signal);
  const { paths, storefront, settings } = context;
  const adopted = settings.ONLY ? Promise.resolve() : adoptBuilds(paths.remoteReleases, paths.adopted, signal);
  adopted.catch(() => undefined); // thrown by startAll, before the processes that need it
  writeNatsConfig(paths.natsConfig);
  const options = { runFile: paths.run, logs: paths.logs, address: storefront, print };
  const supervisor = new Supervisor(processesOf(context), options);
  const control = await serveControl(supervisor, () => stopping.abort());
  const mail = await serveMail(paths.mail);
  supervisor.ownAddresses = { control: control.address, mail: mail.address };
  killAtSecondSignal(supervisor, signal);
  try {
    await step('all processes ready', () => supervisor.startAll(READY_TIMEOUT_MS, signal, adopted));
    if (!settings.ONLY && !existsSync(paths.seeded)) await step('products', () => loadProducts(context, signal));
    printAddresses(context, mail.address);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    print('stopping');
  } finally {
    await supervisor.stopAll();
    control.close();
    mail.close();
  }
}

function killAtSecondSignal(supervisor: Supervisor, stopping: AbortSignal): void {
  let stoppedAt = Infinity;
  stopping.addEventListener('abort', () => (stoppedAt = performance.now()));
  const kill = (): void => {
    if (performance.now() - stoppedAt > REPEATED_SIGNAL_MS) supervisor.killAll();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, kill);
}

async function prepare(signal: AbortSignal): Promise<StoreContext> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  await requireNoRunningStore(paths.run);
  const host = settings.HOST ?? (await listenAddress());
  await requireFreePort(settings.PORT, host);
  const failed = new AbortController();
  const inner = AbortSignal.any([signal, failed.signal]);
  const isBundled = settings.PROGRAMS === 'bundled';
  const build = settings.ONLY ? Promise.resolve() : buildStore(inner, { bundled: isBundled });
  const natsReady = provide('NATS', (log) => provisionNats(settings.NATS_URL, log, inner));
  // After NATS: only one process at a time may run apt.
  const databaseReady = natsReady.then(() =>
    provide('database', (log) => provisionDatabase(settings.MONGODB_URI, log, inner)),
  );
  const all = [build, natsReady, databaseReady];
  await Promise.all(all).catch(async (error: unknown) => {
    failed.abort(error);
    await Promise.allSettled(all);
    signal.throwIfAborted();
    throw error;
  });
  const ports = await freePorts([...PROCESS_NAMES, 'nats-monitor']);
  const sparePorts: Partial<Record<ProcessName, number[]>> = {};
  for (const name of PROCESS_NAMES) {
    const labels = Array.from({ length: countSparePorts(name, settings.REPLICAS) }, (_, index) => String(index));
    sparePorts[name] = Object.values(await freePorts(labels));
  }
  return {
    settings,
    paths,
    ports: { ...ports, gateway: settings.PORT },
    sparePorts,
    host,
    storefront: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    secrets: secretsOf(paths),
    accounts: accountsOf(paths),
    nats: await natsReady,
    database: await databaseReady,
  };
}

const provide = <T extends { why: string }>(
  title: string,
  provision: (log: (line: string) => void) => Promise<T>,
): Promise<T> =>
  step(title, async (note) => {
    const choice = await provision((line) => print(`  ${line}`));
    note(choice.why);
    return choice;
  });

/** Ends the processes that a killed store left running. */
async function requireNoRunningStore(runFile: string): Promise<void> {
  const running = runningStore(runFile);
  if (running)
    throw new Refusal(`A store is already running on these data: ${running.address} (process ${running.supervisor.pid}).
Stop it with Ctrl-C where it was started (or: kill ${running.supervisor.pid}), or start a second one:
  PORT=8081 DATA_DIR=.data-2 npm start`);
  const left = readRunFile(runFile);
  if (!left) return;
  const ended = await endLeftovers(left);
  if (ended.length > 0) print(`stopped processes of an earlier start: ${ended.join(', ')}`);
  rmSync(runFile, { force: true });
}

async function loadProducts(context: StoreContext, signal: AbortSignal): Promise<void> {
  const { paths, settings } = context;
  const env = {
    ...process.env,
    ...mediaEnv(context),
    API_URL: `http://127.0.0.1:${settings.PORT}/api`,
    ACCOUNTS_FILE: paths.accounts,
    DATA_DIR: paths.dataDir,
  };
  const program = path.join(ROOT, 'tools/seed/dist/main.js');
  const onLine = (line: string): void => print(`  ${line}`);
  const { code, output } = await runChild(process.execPath, [program], { env, signal, onLine });
  if (code !== 0) throw new Refusal(`The products could not be loaded:\n${output}`);
}

function printAddresses({ settings, storefront, accounts, paths }: StoreContext, mail: string): void {
  const { admin, shopper } = accounts;
  const data = path.relative(ROOT, paths.dataDir) || paths.dataDir;
  print(`
  Storefront  ${storefront}
  API         ${storefront}/api   documentation: ${storefront}/api/docs
  Admin       ${admin.email}   ${admin.password}
  Shopper     ${shopper.email}   ${shopper.password}
  Mail        ${mail}   emails that the store has sent
  Data        ${data}   logs in ${path.join(data, 'logs')}
  ${settings.ONLY ? `Only        ${settings.ONLY}\n  ` : ''}Stop        Ctrl-C

ready ${storefront}`);
}
