import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopWithParent } from '../setup/stop-with-parent.js';

const INTERRUPTED = 130;

/**
 * Runs checks with a temporary folder and a signal that is aborted by Ctrl-C or when npm has ended, then removes the
 * folder and exits with the code that `run` returns.
 */
export async function withTemporaryFolder(
  run: (folder: string, signal: AbortSignal) => Promise<number>,
): Promise<never> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('stopped'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  stopWithParent(stop);
  const folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-test-'));
  // Temporary files of tests, browsers and servers are removed with the folder.
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
