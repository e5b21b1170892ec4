import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { explain } from '@rangavalli/build-kit/command/report';
import { abortWhenStopped, INTERRUPTED } from '../setup/stop-with-parent.js';

/** Exits with the code that `run` returns. Ctrl-C aborts the signal. */
export async function withTemporaryFolder(
  run: (folder: string, signal: AbortSignal) => Promise<number>,
): Promise<never> {
  const { signal } = abortWhenStopped();
  const folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-test-'));
  // Temporary files of tests, browsers and servers are removed with the folder.
  process.env['TMPDIR'] = path.join(folder, 'tmp');
  mkdirSync(process.env['TMPDIR']);
  const code = await run(folder, signal).catch((error: unknown) => {
    if (!signal.aborted) explain(error);
    return 1;
  });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(signal.aborted ? INTERRUPTED : code);
}
