import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { enginePaths } from './engine/locations.js';
import { endLeftoverPostgres, startPostgres, type Postgres } from './engine/postgres.js';
import { copyFolder, provisionEngine } from './engine/provision.js';
import { DEFAULT_OPTIONS, type GatewayOptions } from './gateway/options.js';
import { serveGateway, type GatewayServer } from './gateway/server.js';
import { identify, isRunning, type ProcessIdentity } from './process-identity.js';

export interface DatabaseOptions {
  dataDir: string;
  port: number;
  log: (line: string) => void;
  /** `false`: faster, loses the last moments in a crash. */
  durable?: boolean;
  gateway?: Partial<Omit<GatewayOptions, 'port' | 'socketFolder'>>;
  /** Gives a start up. */
  signal?: AbortSignal;
}

export interface RunningDatabase {
  uri: string;
  /** Process id of the engine: PostgreSQL or mongod. */
  enginePid: number;
  /** Resolves with the reason when PostgreSQL ends by itself: the database is of no use any more. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const START_ATTEMPTS = 10;
const START_PAUSE_MS = 500;

/**
 * Starts PostgreSQL and the gateway over `dataDir` (made when it's new) and resolves when commands are served.
 * A PostgreSQL that a killed run left is ended first. Throws when another running process owns the folder, when
 * the port is taken, and when the engine can't be had.
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const { port, log, signal } = options;
  const dataDir = path.resolve(options.dataDir);
  await provisionEngine({ log, signal });
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  const release = own(dataDir);
  const folder = path.join(dataDir, 'pg');
  try {
    await endLeftoverPostgres(folder, log);
    if (!existsSync(path.join(folder, 'PG_VERSION'))) copyTemplate(folder);
    const { postgres, server } = await startBoth(folder, path.join(dataDir, 'postgres.log'), options);
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
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  copyFolder(path.join(enginePaths().template, 'pg'), fresh);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/**
 * PostgreSQL refuses to start while children of a killed one still hold its shared memory: they go within
 * moments, so it is tried again.
 */
async function startBoth(
  folder: string,
  logFile: string,
  options: DatabaseOptions,
): Promise<{ postgres: Postgres; server: GatewayServer }> {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    const postgres = startPostgres(folder, logFile, { durable: options.durable ?? true });
    const waiting = new AbortController();
    void postgres.ended.then((reason) =>
      waiting.abort(new Error(`PostgreSQL ended while it started (${reason}), see ${logFile}`)),
    );
    try {
      const settings = {
        ...DEFAULT_OPTIONS,
        ...options.gateway,
        port: options.port,
        socketFolder: postgres.socketFolder,
      };
      return { postgres, server: await serveGateway(settings, waiting.signal) };
    } catch (error) {
      const again = waiting.signal.aborted && attempt < START_ATTEMPTS;
      await postgres.stop();
      if (!again) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
  }
}

/** Marks the data folder as this process's. Throws when a running process has it. */
function own(dataDir: string): () => void {
  const file = path.join(dataDir, 'owner.json');
  const other = existsSync(file) ? parseOwner(file) : null;
  if (other && other.pid !== process.pid && isRunning(other)) {
    throw new Error(`${dataDir} is in use by process ${other.pid}: stop that one first`);
  }
  writeFileSync(file, JSON.stringify(identify(process.pid)));
  return () => rmSync(file, { force: true });
}

function parseOwner(file: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return null; // half written by a killed process
  }
}
