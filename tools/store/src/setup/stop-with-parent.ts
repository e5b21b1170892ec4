import { existsSync, readFileSync } from 'node:fs';
import { identify, isRunning } from '@rangavalli/database/process-identity';

const POLL_MS = 500;
/** Between npm and this process: a shell, and the older Node that started this one. */
const MAX_GENERATIONS = 3;

/** Returns the id of the npm process that runs this script; the parent's where the system has no /proc. */
function npmProcessId(): number {
  if (!existsSync('/proc/self/stat')) return process.ppid;
  let pid = process.ppid;
  for (let generation = 0; generation < MAX_GENERATIONS && pid > 1; generation++) {
    if (/\bnpm\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return pid;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  return process.ppid;
}

/** Under npm, calls `stop` when npm has ended: a killed `npm start` must not leave a running store. */
export function stopWithParent(stop: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const npm = identify(npmProcessId());
  const timer = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
}
