import { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A process id with its start time, because the system reuses ids. */
export interface ProcessIdentity {
  pid: number;
  startTime: string | null;
}

export const STOP_TIMEOUT_MS = 15_000;
const START_TIME_FIELD = 19; // field 22 of /proc/<pid>/stat, counted after the name

/** Returns `null` for a process that has ended, zombies included. */
function startTimeOf(pid: number): string | null {
  if (!existsSync('/proc/self/stat')) return startTimeByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[START_TIME_FIELD] ?? null);
  } catch {
    return null;
  }
}

function startTimeByPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export const identify = (pid: number): ProcessIdentity => ({ pid, startTime: startTimeOf(pid) });

export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  const now = startTimeOf(pid);
  return now !== null && now === startTime;
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });

/** Sends a signal, and SIGKILL after 15 s. */
export async function stopChild(child: ChildProcess, ended: Promise<string>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timeout);
}

/** Returns the process that a lock file names; `null` when a crash truncated the file. */
export function readIdentity(file: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}

/** Resolves with false after `ms`. */
export async function waitUntilEnded(identity: ProcessIdentity, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
