import { existsSync, readFileSync } from 'node:fs';
import { identify, isRunning } from '@rangavalli/database/process-identity';

export const INTERRUPTED = 130;
const POLL_MS = 500;
/** Between npm and this process: a shell, and the older Node that started this one. */
const MAX_GENERATIONS = 3;

/** Returns the parent's id where the system has no /proc. */
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

/** Returns a controller that signals abort, and the end of npm: a killed `npm start` must not leave a running store. */
export function abortWhenStopped(): AbortController {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('stopped'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event']) {
    const npm = identify(npmProcessId());
    setInterval(() => {
      if (!isRunning(npm)) stop();
    }, POLL_MS).unref();
  }
  return stopping;
}
