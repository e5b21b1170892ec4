import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'docdb.conf'; // included by postgresql.conf of the template
const SOCKET = /^unix_socket_directories = '(.*)'$/m;

/**
 * Writes the settings of a data folder. `durable: false` makes writes faster and loses the last moments
 * when the machine or PostgreSQL crashes. Where several write at once, a commit waits 1.5 ms for theirs: one
 * write to the disk for all of them costs a fraction of the CPU time, and a lone one does not wait.
 */
export function writePostgresConf(folder: string, socketFolder: string, { durable = true } = {}): void {
  const settings = `listen_addresses = ''
unix_socket_directories = '${socketFolder}'
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
cron.use_background_workers = on
cron.log_run = off
cron.log_statement = off
documentdb.localhost_connection_string = 'host=${socketFolder}'
documentdb_core.enableCollation = on
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
jit = off
lc_messages = 'C'
`;
  writeFileSync(path.join(folder, FILE), settings);
}

/** The socket folder that the last run of this data folder used. */
export function lastSocketFolder(folder: string): string | null {
  try {
    return SOCKET.exec(readFileSync(path.join(folder, FILE), 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}
