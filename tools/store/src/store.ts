// From nothing to a running store.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { dataPaths, ROOT } from './paths.js';
import { morePortsNeeded, PROCESS_NAMES, processesOf, type StoreContext } from './processes.js';
import { serveMail } from './mail/mail-server.js';
import { provisionDatabase, type DatabaseChoice } from './provision/database.js';
import { provisionNats, writeNatsConfig, type NatsChoice } from './provision/nats.js';
import { type NodeChoice, provisionNode } from './provision/node.js';
import { Refusal, say, step } from './report.js';
import { readSettings, type StoreSettings } from './settings.js';
import { adoptBuilds } from './setup/releases.js';
import { buildFrontends, staleFrontends } from './setup/frontends.js';
import { Inputs } from './setup/inputs.js';
import { freePorts, listenAddress, requireFreePort } from './setup/ports.js';
import { accountsOf, secretsOf } from './setup/secrets.js';
import { seedOnce } from './setup/seed.js';
import { buildPrograms, stalePrograms } from './setup/programs.js';
import { compile } from './setup/types.js';
import { serveControl } from './supervisor/control.js';
import { endLeftovers, readRunFile, runningStore } from './supervisor/run-file.js';
import { StartFailure, Supervisor } from './supervisor/supervisor.js';

/** A first start on a slow machine. */
const READY_MS = 180_000;

/**
 * Starts a store and keeps it running until `stopping` is aborted, then stops it and resolves. Throws a Refusal
 * or what a step threw; nothing is left running then.
 */
export async function runStore(stopping: AbortController): Promise<void> {
  const context = await prepare(stopping.signal);
  const { paths, storefront, settings } = context;
  const adopted = settings.ONLY ? Promise.resolve() : adoptBuilds(paths.remoteReleases, paths.adopted, stopping.signal);
  adopted.catch(() => undefined); // told of when the processes that need it are to start
  writeNatsConfig(paths.natsConfig);
  const supervisor = new Supervisor(processesOf(context), {
    runFile: paths.run,
    logs: paths.logs,
    address: storefront,
    api: `${storefront}/api`,
    print: say,
  });
  const control = await serveControl(supervisor, () => stopping.abort());
  const mail = await serveMail(paths.mail);
  supervisor.ownAddresses = { control: control.address, mail: mail.address };
  const hurry = (): void => (stopping.signal.aborted ? supervisor.killAll() : undefined);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.prependListener(signal, hurry);
  try {
    await step('all processes ready', () => supervisor.startAll(READY_MS, stopping.signal, adopted));
    if (!settings.ONLY) await seedOnce(context, stopping.signal);
    welcome(context, mail.address);
    if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
    say('stopping');
  } catch (error) {
    throw error instanceof StartFailure ? new Refusal(error.message) : error;
  } finally {
    await supervisor.stopAll();
    control.close();
    mail.close();
  }
}

async function prepare(signal: AbortSignal): Promise<StoreContext> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  await clearTheWay(paths.run);
  const host = settings.HOST ?? (await listenAddress());
  await requireFreePort(settings.PORT, host);
  const [, node, nats, database] = await allOrNothing(signal, (inner) => [
    settings.ONLY ? Promise.resolve() : buildAll(inner, settings),
    ...provision(settings, inner),
  ]);
  const ports = await freePorts([...PROCESS_NAMES, 'nats-monitor']);
  const further = await freePorts(
    PROCESS_NAMES.flatMap((name) =>
      Array.from({ length: morePortsNeeded(name, settings.REPLICAS) }, (_, index) => `${name} ${index}`),
    ),
  );
  const morePorts = Object.fromEntries(
    PROCESS_NAMES.map((name) => [
      name,
      Object.entries(further)
        .filter(([of]) => of.startsWith(`${name} `))
        .map(([, port]) => port),
    ]),
  );
  return {
    settings,
    paths,
    ports: { ...ports, gateway: settings.PORT },
    morePorts,
    host,
    storefront: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    secrets: secretsOf(paths),
    accounts: accountsOf(paths),
    node,
    nats,
    database,
  };
}

/** Waits for all; when one fails the others are ended before it rejects. */
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

/** Types, programs and frontends. */
export async function buildAll(
  signal?: AbortSignal,
  { PROGRAMS }: Pick<StoreSettings, 'PROGRAMS'> = { PROGRAMS: 'bundled' },
): Promise<void> {
  await step('types and services', () => compile(signal));
  await buildStale(signal, PROGRAMS);
}

/** Programs and frontends, when something that goes into them has changed. */
export async function buildStale(signal?: AbortSignal, PROGRAMS: StoreSettings['PROGRAMS'] = 'bundled'): Promise<void> {
  const inputs = new Inputs();
  const programs = PROGRAMS === 'bundled' ? stalePrograms(inputs) : [];
  if (programs.length > 0) await step('programs', () => buildPrograms(programs, signal));
  const stale = staleFrontends(inputs);
  if (stale.length === 0) return;
  await step(`frontends: ${stale.map(({ slice }) => slice).join(', ')}`, () => buildFrontends(stale, signal));
}

/** What runs the processes; NATS, then the database: apt takes one caller at a time. */
function provision(
  settings: StoreSettings,
  signal: AbortSignal,
): [Promise<NodeChoice>, Promise<NatsChoice>, Promise<DatabaseChoice>] {
  const log = (line: string): void => say(`  ${line}`);
  const node = step('Node', async (note) => {
    const choice = await provisionNode(settings.NODE_PROGRAM, log, signal);
    note(choice.why);
    return choice;
  });
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
  return [node, nats, database];
}

/** Refuses while a store runs on the same data; ends what a killed one left. */
async function clearTheWay(runFile: string): Promise<void> {
  const running = runningStore(runFile);
  if (running) {
    throw new Refusal(`A store runs on these data already: ${running.address} (process ${running.supervisor.pid}).
Stop it with Ctrl-C where it was started (or: kill ${running.supervisor.pid}), or start a second one beside it:
  PORT=8081 DATA_DIR=.data-2 npm start`);
  }
  const left = readRunFile(runFile);
  if (!left) return;
  const ended = await endLeftovers(left);
  if (ended.length > 0) say(`ended what an earlier start left running: ${ended.join(', ')}`);
  rmSync(runFile, { force: true });
}

function welcome({ settings, storefront, accounts, paths }: StoreContext, mail: string): void {
  const { admin, shopper } = accounts;
  say(`
  Storefront  ${storefront}
  API         ${storefront}/api   documentation: ${storefront}/api/docs
  Admin       ${admin.email}   ${admin.password}
  Shopper     ${shopper.email}   ${shopper.password}
  Mail        ${mail}   letters that the store has sent
  Data        ${path.relative(ROOT, paths.dataDir) || paths.dataDir}   logs in ${path.join(path.relative(ROOT, paths.dataDir) || paths.dataDir, 'logs')}
  ${settings.ONLY ? `Only        ${settings.ONLY}\n  ` : ''}Stop        Ctrl-C

ready ${storefront}`);
}
