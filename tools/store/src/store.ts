import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { explain, Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { goLive } from '@rangavalli/release/store/change';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { findDamaged, requireIntactLive } from '@rangavalli/release/store/intact-releases';
import { requireCompleteRestore } from './backup/unfinished-restore.js';
import { serveMail } from './mail/mail-server.js';
import { type DataPaths, dataPaths, ROOT } from './paths.js';
import {
  countSparePorts,
  INTERNAL_PORT,
  mediaEnv,
  PROCESS_NAMES,
  PROCESS_SLICES,
  type ProcessDefinition,
  processesOf,
  REMOTES,
  type StoreContext,
} from './processes.js';
import { ensureDatabaseUsers } from './provision/database-users.js';
import { provisionDatabase } from './provision/database.js';
import { NatsPermissions } from './provision/nats-permissions.js';
import { provisionNats } from './provision/nats.js';
import { readSettings, type StoreSettings } from './settings.js';
import { buildStore } from './setup/build.js';
import { claim } from './setup/claim.js';
import { freePorts, listenAddress, requireFreePort } from './setup/ports.js';
import { findLiveReleases, findRelease } from './setup/process-releases.js';
import { adoptBuilds, releasePublicKeysOf } from './setup/releases.js';
import { accountsOf, secretsOf } from './setup/secrets.js';
import { serveControl } from './supervisor/control.js';
import { openListeningSocket } from './supervisor/listening-socket.js';
import { endLeftovers, readRunFile, runningStore } from './supervisor/run-file.js';
import { Supervisor } from './supervisor/supervisor.js';

const READY_TIMEOUT_MS = 180_000;
const PERMISSIONS_INTERVAL_MS = 3_600_000;
/** npm repeats a Ctrl-C of the terminal: only a signal that comes later means that the user is impatient. */
const REPEATED_SIGNAL_MS = 1_000;

/** Starts a store, runs it until `stopping` is aborted and stops it. Leaves nothing running when it throws. */
export async function runStore(stopping: AbortController): Promise<void> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  requireLiveProviders(settings);
  // Emails, logs, secrets and databases are below it.
  mkdirSync(paths.dataDir, { recursive: true });
  chmodSync(paths.dataDir, 0o700);
  requireNoRunningStore(paths.run);
  const endClaim = claim(paths.storeLock, (pid) => alreadyRunning('', pid));
  try {
    await runOnData(settings, paths, stopping);
  } finally {
    endClaim();
  }
}

async function runOnData(settings: StoreSettings, paths: DataPaths, stopping: AbortController): Promise<void> {
  const { signal } = stopping;
  const context = await prepare(settings, paths, signal);
  const { storefront } = context;
  if (!settings.ONLY) context.edgeSocket = await openListeningSocket(context.host, settings.PORT);
  const options = { runFile: paths.run, logs: paths.logs, address: storefront, print };
  const supervisor = new Supervisor(definitionsOf(context), options);
  const permissions = permissionsFor(context, supervisor);
  await permissions.apply();
  const control = await serveControl(supervisor, paths.controlSocket, {
    shutdown: () => stopping.abort(),
    reload: () => reloadSecrets(context, supervisor, permissions),
    applyPermissions: () => permissions.apply(),
    findRelease: (slice, version) => findRelease(new FolderStore(paths.releases), slice, version),
    permitDuring: (release, work) => permissions.during(release, work),
    makeLive: async ({ slice, version }, { lock, what }) => {
      await goLive(new FolderStore(paths.releases), { slice, token: lock }, version, what);
    },
  });
  const mail = await serveMail(paths.mail);
  supervisor.ownAddresses = { control: control.file, mail: mail.address };
  killAtSecondSignal(supervisor, signal);
  // Removes those of releases whose rollback window has ended.
  const permissionsTimer = setInterval(() => {
    permissions.apply().catch(explain);
  }, PERMISSIONS_INTERVAL_MS);
  try {
    const verify = (): Promise<void> => requireIntactLive(new FolderStore(paths.releases), releasedSlices(context));
    await step('all processes ready', () => supervisor.startAll(READY_TIMEOUT_MS, signal, verify));
    if (!settings.ONLY && !existsSync(paths.seeded)) await step('products', () => loadProducts(context, signal));
    printAddresses(context, mail.address);
    warnOfDamagedReleases(context).catch(explain);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    print('stopping');
  } finally {
    clearInterval(permissionsTimer);
    await supervisor.stopAll();
    context.edgeSocket?.close();
    control.close();
    mail.close();
  }
}

/** The database gets its users whenever it becomes ready, also after its data were lost. */
const definitionsOf = (context: StoreContext): ProcessDefinition[] =>
  processesOf(context).map((definition) =>
    definition.of === 'database'
      ? { ...definition, onReady: () => ensureDatabaseUsers(definition.address, context.secrets) }
      : definition,
  );

/** Processes get the secrets when they are started again; NATS and the database accept them at once. */
async function reloadSecrets(
  context: StoreContext,
  supervisor: Supervisor,
  permissions: NatsPermissions,
): Promise<void> {
  const { paths } = context;
  context.secrets = secretsOf(paths);
  context.releasePublicKeys = releasePublicKeysOf(paths);
  supervisor.redefine(definitionsOf(context));
  await permissions.apply();
  const database = supervisor.processes.get('database');
  if (database?.state === 'running') await database.definition.onReady?.();
}

const permissionsFor = (context: StoreContext, supervisor: Supervisor): NatsPermissions =>
  new NatsPermissions({
    paths: context.paths,
    hasReleases: context.releases !== undefined,
    secrets: () => context.secrets,
    running: () =>
      [...supervisor.processes.values()].map(({ definition: { of, env } }) => ({
        slice: of,
        version: env['RELEASE_VERSION'],
      })),
    server: () => {
      const nats = supervisor.processes.get('nats');
      if (nats?.state !== 'running') return undefined; // also where another server is used
      return { monitor: `http://127.0.0.1:${context.ports['nats-monitor']}`, reload: () => nats.reload() };
    },
  });

function killAtSecondSignal(supervisor: Supervisor, stopping: AbortSignal): void {
  let stoppedAt = Infinity;
  stopping.addEventListener('abort', () => (stoppedAt = performance.now()));
  const kill = (): void => {
    if (performance.now() - stoppedAt > REPEATED_SIGNAL_MS) supervisor.killAll();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, kill);
}

async function prepare(settings: StoreSettings, paths: DataPaths, signal: AbortSignal): Promise<StoreContext> {
  if (!settings.ONLY) requireCompleteRestore(paths);
  await endProcessesOf(paths.run);
  const host = settings.HOST ?? (await listenAddress());
  await requireFreePort(settings.PORT, host);
  const failed = new AbortController();
  const inner = AbortSignal.any([signal, failed.signal]);
  const isBundled = settings.PROGRAMS === 'bundled';
  const build = settings.ONLY
    ? Promise.resolve()
    : buildStore(inner, { bundled: isBundled }).then(() =>
        adoptBuilds(paths, { withPrograms: isBundled, signal: inner }),
      );
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
  const releases =
    isBundled && !settings.ONLY ? await findLiveReleases(new FolderStore(paths.releases), PROCESS_SLICES) : undefined;
  const ports = await freePorts([...PROCESS_NAMES, INTERNAL_PORT, 'nats-monitor']);
  const sparePorts: NonNullable<StoreContext['sparePorts']> = {};
  for (const name of [...PROCESS_NAMES, INTERNAL_PORT] as const) {
    const labels = Array.from({ length: countSparePorts(name, settings.REPLICAS) }, (_, index) => String(index));
    sparePorts[name] = Object.values(await freePorts(labels));
  }
  return {
    settings,
    paths,
    ports: { ...ports, gateway: settings.PORT },
    ...(releases ? { releases } : {}),
    sparePorts,
    host,
    storefront: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    secrets: secretsOf(paths),
    releasePublicKeys: releasePublicKeysOf(paths),
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

/** Throws a Refusal in production when a stand-in would replace a provider, unless STAND_INS allows it. */
function requireLiveProviders(settings: StoreSettings): void {
  const { NODE_ENV, STAND_INS, ONLY, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = settings;
  if (NODE_ENV !== 'production' || STAND_INS === 'allowed' || ONLY) return;
  const required = {
    RAZORPAY_KEY_ID,
    RAZORPAY_KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRET,
    CLOUDINARY_URL: settings.CLOUDINARY_URL,
  };
  const missing = Object.entries(required).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === 0) return;
  throw new Refusal(`With NODE_ENV=production the store needs ${missing.join(', ')}.
To run it with stand-ins for payments and pictures, which take no money: STAND_INS=allowed`);
}

/** Returns the slices that run from the release folder. Browsers verify the files of a bucket. */
function releasedSlices({ settings, paths, releases }: StoreContext): string[] {
  if (settings.ONLY) return [];
  const hasRemotesInFolder = paths.releases === paths.remoteReleases;
  return [...(releases ? PROCESS_SLICES : []), ...(hasRemotesInFolder ? REMOTES : [])];
}

/** Those that are not live are found here, before a rollback needs them. */
async function warnOfDamagedReleases(context: StoreContext): Promise<void> {
  for (const release of await findDamaged(new FolderStore(context.paths.releases), releasedSlices(context)))
    print(`warning: the files of ${release} in the release store have changed since its release; it can't run again.`);
}

function requireNoRunningStore(runFile: string): void {
  const running = runningStore(runFile);
  if (running) throw alreadyRunning(`: ${running.address}`, running.supervisor.pid);
}

/** @param address empty while it is built */
const alreadyRunning = (address: string, pid: number): Refusal =>
  new Refusal(`A store is already running on these data${address} (process ${pid}).
Stop it with Ctrl-C where it was started (or: kill ${pid}), or start a second one:
  PORT=8081 DATA_DIR=.data-2 npm start`);

/** Ends the processes that a killed store left running. */
async function endProcessesOf(runFile: string): Promise<void> {
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

const secondFactorNote = ({ NODE_ENV }: StoreSettings): string =>
  NODE_ENV === 'production'
    ? 'needs a second factor, which the first login sets up'
    : 'logs in without a second factor until one is set up';

function printAddresses({ settings, storefront, accounts, paths, ports }: StoreContext, mail: string): void {
  const { admin, shopper } = accounts;
  const data = path.relative(ROOT, paths.dataDir) || paths.dataDir;
  print(`
  Storefront  ${storefront}
  API         ${storefront}/api   documentation: http://127.0.0.1:${ports[INTERNAL_PORT]}/api/docs
  Admin       ${admin.email}   ${admin.password}   ${secondFactorNote(settings)}
  Shopper     ${shopper.email}   ${shopper.password}
  Mail        ${mail}   emails that the store has sent
  Data        ${data}   logs in ${path.join(data, 'logs')}
  ${settings.ONLY ? `Only        ${settings.ONLY}\n  ` : ''}Stop        Ctrl-C

ready ${storefront}`);
}
