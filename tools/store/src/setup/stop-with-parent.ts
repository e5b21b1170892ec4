import { existsSync, readFileSync } from 'node:fs';
import { identify, isRunning } from '@rangavalli/database/process-identity';

const POLL_MS = 500;
/** npm, and the shell that it may run its scripts in. */
const GENERATIONS = 2;

/** Process id of the npm that runs this script; the direct parent where the system doesn't tell more. */
function npmProcess(): number {
  if (!existsSync('/proc/self/stat')) return process.ppid;
  let pid = process.ppid;
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (/\bnpm\b/.test(commandLine)) return pid;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  return process.ppid;
}

/** Under npm, calls `stop` once npm is gone: a killed `npm start` must not leave a store behind. */
export function stopWithParent(stop: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const npm = identify(npmProcess());
  const timer = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
}
