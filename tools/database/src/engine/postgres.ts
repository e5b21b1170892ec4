import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identify, isRunning, signalProcess, waitUntilGone } from '../process-identity.js';
import { enginePaths } from './locations.js';
import { lastSocketFolder, writePostgresConf } from './postgres-conf.js';
import { engineCommand, handOver } from './run-as.js';

const SOCKET_PREFIX = path.join(tmpdir(), 'documentdb-');
const STOP_MS = 15_000;

export interface Postgres {
  pid: number;
  /** Folder of its Unix socket, readable by this user only. */
  socketFolder: string;
  /** Resolves when the process has ended, with what ended it. */
  ended: Promise<string>;
  /** A fast and clean stop (SIGINT); SIGKILL after 15 s. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL over a data folder made from the template. Its log goes to `logFile`. */
export function startPostgres(folder: string, logFile: string, { durable = true } = {}): Postgres {
  const socketFolder = mkdtempSync(SOCKET_PREFIX);
  writePostgresConf(folder, socketFolder, { durable });
  handOver(folder);
  handOver(socketFolder);
  const log = openSync(logFile, 'a');
  const [command, args] = engineCommand(path.join(enginePaths().binaries, 'postgres'), ['-D', folder]);
  // its own session: a Ctrl-C in the terminal reaches only the supervisor, which stops things in order
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  }).finally(() => rmSync(socketFolder, { recursive: true, force: true }));
  return {
    pid: child.pid ?? 0,
    socketFolder,
    ended,
    stop: async () => {
      child.kill('SIGINT');
      const last = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(last);
    },
  };
}

/**
 * Ends a PostgreSQL that an earlier run left over this data folder (its supervisor was killed), cleanly if it
 * can, so that the next start never finds the data in use.
 */
export async function endLeftoverPostgres(folder: string, log: (line: string) => void): Promise<void> {
  const pid = postmasterPid(folder);
  const left = pid === null ? null : identify(pid);
  if (left && isRunning(left) && commandLine(left.pid).includes(folder)) {
    log(`ending PostgreSQL left over from an earlier run (process ${left.pid})`);
    signalProcess(left.pid, 'SIGINT');
    if (!(await waitUntilGone(left, STOP_MS))) {
      signalProcess(left.pid, 'SIGKILL');
      await waitUntilGone(left, STOP_MS);
    }
  }
  const socketFolder = lastSocketFolder(folder);
  if (socketFolder?.startsWith(SOCKET_PREFIX)) rmSync(socketFolder, { recursive: true, force: true });
}

function postmasterPid(folder: string): number | null {
  try {
    return Number.parseInt(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
