// What all checks need: a folder of their own that goes with them, and an end when the terminal says so.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopWithParent } from '../setup/stop-with-parent.js';

const INTERRUPTED = 130;

/**
 * Runs checks with a temporary folder, which is removed at the end, and a signal that is aborted by Ctrl-C or when npm
 * is gone. Ends the process with the code that `run` gives.
 */
export async function inOwnFolder(run: (folder: string, signal: AbortSignal) => Promise<number>): Promise<never> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('stopped'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  stopWithParent(stop);
  const folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-test-'));
  // whatever a test, a browser or a server leaves goes with the folder at the end
  process.env['TMPDIR'] = path.join(folder, 'tmp');
  mkdirSync(process.env['TMPDIR']);
  let code = 1;
  try {
    code = await run(folder, stopping.signal);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(stopping.signal.aborted ? INTERRUPTED : code);
}
