import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A process id together with the moment it started, since the system gives ids out again. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal for the same process only. `null` where the system doesn't tell. */
  startTime: string | null;
}

const START_TIME_FIELD = 19; // field 22 of /proc/<pid>/stat, counted behind the name in brackets

/** Start time of a process; `null` when there is no such process (a zombie counts as none). */
export function startTimeOf(pid: number): string | null {
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

/** True while the very process that was identified runs. */
export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  const now = startTimeOf(pid);
  return now !== null && now === startTime;
}

/** Sends a signal; a process that is gone already is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves true when the process has gone, false after `ms`. */
export async function waitUntilGone(identity: ProcessIdentity, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
