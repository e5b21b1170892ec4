import { rmSync } from 'node:fs';
import path from 'node:path';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { serveMail } from './mail/mail-server.js';
import { dataPaths, ROOT } from './paths.js';
import { countSparePorts, PROCESS_NAMES, processesOf, type ProcessName, type StoreContext } from './processes.js';
import { provisionDatabase, type DatabaseChoice } from './provision/database.js';
import { provisionNats, writeNatsConfig, type NatsChoice } from './provision/nats.js';
import { readSettings, type StoreSettings } from './settings.js';
import { buildStore } from './setup/build.js';
import { freePorts, listenAddress, requireFreePort } from './setup/ports.js';
import { adoptBuilds } from './setup/releases.js';
import { accountsOf, secretsOf } from './setup/secrets.js';
import { seedOnce } from './setup/seed.js';
import { serveControl } from './supervisor/control.js';
import { endLeftovers, readRunFile, runningStore } from './supervisor/run-file.js';
import { StartFailure, Supervisor } from './supervisor/supervisor.js';

/** Enough for a first start on a slow machine. */
const READY_TIMEOUT_MS = 180_000;
/** npm repeats a Ctrl-C of the terminal: only a signal that comes later means that the user is impatient. */
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Starts a store, runs it until `stopping` is aborted and stops it. Leaves nothing running when it throws: a Refusal,
 * or the error of a step.
 */
export async function runStore(stopping: AbortController): Promise<void> {
  const context = await prepare(stopping.signal);
  const { paths, storefront, settings } = context;
  const adopted = settings.ONLY ? Promise.resolve() : adoptBuilds(paths.remoteReleases, paths.adopted, stopping.signal);
  adopted.catch(() => undefined); // thrown by startAll, before the processes that need it
  writeNatsConfig(paths.natsConfig);
  const supervisor = new Supervisor(processesOf(context), {
    runFile: paths.run,
    logs: paths.logs,
    address: storefront,
    api: `${storefront}/api`,
    print,
  });
  const control = await serveControl(supervisor, () => stopping.abort());
  const mail = await serveMail(paths.mail);
  supervisor.ownAddresses = { control: control.address, mail: mail.address };
  killAtSecondSignal(supervisor, stopping.signal);
  try {
    await step('all processes ready', () => supervisor.startAll(READY_TIMEOUT_MS, stopping.signal, adopted));
    if (!settings.ONLY) await seedOnce(context, stopping.signal);
    printAddresses(context, mail.address);
    if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
    print('stopping');
  } catch (error) {
    throw error instanceof StartFailure ? new Refusal(error.message) : error;
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
  const [, nats, database] = await allOrNothing(signal, (inner) => [
    settings.ONLY ? Promise.resolve() : buildStore(inner, { bundled: settings.PROGRAMS === 'bundled' }),
    ...provision(settings, inner),
  ]);
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
    nats,
    database,
  };
}

/** Waits for all promises; when one rejects, aborts the others before it rejects. */
async function allOrNothing<T extends readonly unknown[]>(
  signal: AbortSignal,
  begin: (signal: AbortSignal) => { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  const failed = new AbortController();
  const running = begin(AbortSignal.any([signal, failed.signal])).map((promise: Promise<unknown>) =>
    promise.catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const results = await Promise.allSettled(running);
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as unknown as T;
}

/** Provides NATS, then the database: only one process at a time may run apt. */
function provision(settings: StoreSettings, signal: AbortSignal): [Promise<NatsChoice>, Promise<DatabaseChoice>] {
  const log = (line: string): void => print(`  ${line}`);
  const nats = step('NATS', async (note) => {
    const choice = await provisionNats(settings.NATS_URL, log, signal);
    note(choice.why);
    return choice;
  });
  const database = nats.then(() =>
    step('database', async (note) => {
      const choice = await provisionDatabase(settings.MONGODB_URI, log, signal);
      note(choice.why);
      return choice;
    }),
  );
  return [nats, database];
}

/** Throws a Refusal while a store runs on the same data; ends the processes that a killed one left running. */
async function requireNoRunningStore(runFile: string): Promise<void> {
  const running = runningStore(runFile);
  if (running) {
    throw new Refusal(`A store is already running on these data: ${running.address} (process ${running.supervisor.pid}).
Stop it with Ctrl-C where it was started (or: kill ${running.supervisor.pid}), or start a second one:
  PORT=8081 DATA_DIR=.data-2 npm start`);
  }
  const left = readRunFile(runFile);
  if (!left) return;
  const ended = await endLeftovers(left);
  if (ended.length > 0) print(`stopped processes of an earlier start: ${ended.join(', ')}`);
  rmSync(runFile, { force: true });
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
