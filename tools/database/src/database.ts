import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Users } from './access/users.js';
import { enginePaths } from './engine/locations.js';
import { startPostgres, stopOrphanedPostgres, type Postgres } from './engine/postgres.js';
import { copyFolder, provisionEngine } from './engine/provision.js';
import { serveGateway, type GatewayServer } from './gateway/server.js';
import { identify, isRunning, readIdentity } from './process-identity.js';

export interface DatabaseOptions {
  dataDir: string;
  port: number;
  log: (line: string) => void;
  durable?: boolean;
  /** Interval of the sweep of expired documents; default: a minute. */
  ttlSeconds?: number;
  debug?: boolean;
  /** Of the user `admin`, who creates the others. Without it, every client may do everything. */
  adminPassword?: string | undefined;
  signal?: AbortSignal;
}

export interface RunningDatabase {
  uri: string;
  enginePid: number;
  ended: Promise<string>;
  stop(): Promise<void>;
}

const START_ATTEMPTS = 10;
const START_INTERVAL_MS = 500;

/**
 * Starts PostgreSQL and the gateway on `dataDir`, which it creates, and stops a PostgreSQL of a killed run before.
 * Throws when another process uses the folder, the port is in use, or the engine cannot be unpacked.
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const { port, log, signal } = options;
  const dataDir = path.resolve(options.dataDir);
  await provisionEngine({ log, signal });
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  const release = acquireFolder(dataDir);
  const folder = path.join(dataDir, 'pg');
  try {
    await stopOrphanedPostgres(folder, log);
    if (!existsSync(path.join(folder, 'PG_VERSION'))) copyTemplate(folder);
    const { postgres, server } = await startBoth(
      folder,
      { logFile: path.join(dataDir, 'postgres.log'), usersFile: path.join(dataDir, 'users.json') },
      options,
    );
    const stop = async (): Promise<void> => {
      await server.stop();
      await postgres.stop();
      release();
    };
    if (signal?.aborted) await stop();
    signal?.throwIfAborted();
    return { uri: `mongodb://127.0.0.1:${port}`, enginePid: postgres.pid, ended: postgres.ended, stop };
  } catch (error) {
    release();
    throw error;
  }
}

function copyTemplate(folder: string): void {
  const copy = `${folder}.new`;
  rmSync(copy, { recursive: true, force: true });
  copyFolder(path.join(enginePaths().template, 'pg'), copy);
  rmSync(folder, { recursive: true, force: true });
  renameSync(copy, folder);
}

/** Retries, because PostgreSQL refuses to start while children of a killed one still hold its shared memory. */
async function startBoth(
  folder: string,
  { logFile, usersFile }: { logFile: string; usersFile: string },
  options: DatabaseOptions,
): Promise<{ postgres: Postgres; server: GatewayServer }> {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    const postgres = startPostgres(folder, logFile, { durable: options.durable ?? true });
    const starting = new AbortController();
    void postgres.ended.then((reason) =>
      starting.abort(new Error(`PostgreSQL ended while it started (${reason}), see ${logFile}`)),
    );
    try {
      const { port, ttlSeconds = 60, debug = false, adminPassword } = options;
      const users = adminPassword ? await Users.open(usersFile, adminPassword) : undefined;
      const settings = { port, ttlSeconds, debug, users, socketFolder: postgres.socketFolder };
      return { postgres, server: await serveGateway(settings, starting.signal) };
    } catch (error) {
      const canRetry = starting.signal.aborted && attempt < START_ATTEMPTS;
      await postgres.stop();
      if (!canRetry) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, START_INTERVAL_MS));
  }
}

function acquireFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'owner.json');
  const owner = readIdentity(file);
  if (owner && owner.pid !== process.pid && isRunning(owner)) {
    throw new Error(`${dataDir} is in use by process ${owner.pid}: stop that process first`);
  }
  writeFileSync(file, JSON.stringify(identify(process.pid)));
  return () => rmSync(file, { force: true });
}
