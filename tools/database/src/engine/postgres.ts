import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  endOf,
  identify,
  isRunning,
  signalProcess,
  STOP_TIMEOUT_MS,
  stopChild,
  waitUntilEnded,
} from '../process-identity.js';
import { enginePaths } from './locations.js';
import { chownToEngine, engineCommand } from './run-as.js';

const SOCKET_PREFIX = path.join(tmpdir(), 'documentdb-');
const CONF_FILE = 'docdb.conf';

export interface Postgres {
  pid: number;
  /** Folder of its Unix socket, readable by this user only. */
  socketFolder: string;
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a copy of the template. `durable: false`: faster writes; a crash loses the most recent ones. */
export function startPostgres(folder: string, logFile: string, { durable = true } = {}): Postgres {
  const socketFolder = mkdtempSync(SOCKET_PREFIX);
  writeConf(folder, socketFolder, durable);
  chownToEngine(folder);
  chownToEngine(socketFolder);
  const log = openSync(logFile, 'a');
  const [command, args] = engineCommand(path.join(enginePaths().binaries, 'postgres'), ['-D', folder]);
  // Detached: Ctrl-C in a terminal must reach only the supervisor, which stops processes in order.
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const ended = endOf(child).finally(() => rmSync(socketFolder, { recursive: true, force: true }));
  return {
    pid: child.pid ?? 0,
    socketFolder,
    ended,
    stop: () => stopChild(child, ended, 'SIGINT'),
  };
}

export async function stopOrphanedPostgres(folder: string, log: (line: string) => void): Promise<void> {
  const pid = Number.parseInt(readText(path.join(folder, 'postmaster.pid')), 10);
  const orphan = pid ? identify(pid) : null;
  if (orphan && isRunning(orphan) && readText(`/proc/${pid}/cmdline`).includes(folder)) {
    log(`stopping PostgreSQL of an earlier run (process ${pid})`);
    signalProcess(pid, 'SIGINT');
    if (!(await waitUntilEnded(orphan, STOP_TIMEOUT_MS))) {
      signalProcess(pid, 'SIGKILL');
      await waitUntilEnded(orphan, STOP_TIMEOUT_MS);
    }
  }
  const conf = readText(path.join(folder, CONF_FILE));
  const socketFolder = /^unix_socket_directories = '(.*)'$/m.exec(conf)?.[1];
  if (socketFolder?.startsWith(SOCKET_PREFIX)) rmSync(socketFolder, { recursive: true, force: true });
}

/**
 * `commit_delay`: concurrent commits share one disk write; a single one does not wait.
 * `cron.launch_active_jobs`: two of the engine's jobs look for indexes to build every two seconds, in vain; the gateway
 * runs the others.
 * `enableIndexMetadataGlobalTracking`: an index of an array also has the order of its other fields.
 * Tests expect indexes in query plans: once vacuumed, a small table is scanned instead.
 */
function writeConf(folder: string, socketFolder: string, durable: boolean): void {
  const settings = `listen_addresses = ''
unix_socket_directories = '${socketFolder}'
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum'
cron.database_name = 'postgres'
cron.use_background_workers = on
cron.launch_active_jobs = off
documentdb.localhost_connection_string = 'host=${socketFolder}'
documentdb_core.enableCollation = on
documentdb.alternate_index_handler_name = 'extended_rum'
documentdb.enableIndexMetadataGlobalTracking = on
documentdb.useFileBasedPersistedCursors = on
documentdb.defaultCursorExpiryTimeLimitSeconds = 600
deadlock_timeout = '50ms'
max_connections = 120
max_worker_processes = 16
shared_buffers = 128MB
max_wal_size = 512MB
synchronous_commit = ${durable ? 'on' : 'off'}
commit_delay = 1500
commit_siblings = 3
default_toast_compression = lz4
log_min_messages = fatal
autovacuum = ${durable ? 'on' : 'off'}
jit = off
lc_messages = 'C'
`;
  writeFileSync(path.join(folder, CONF_FILE), settings);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
