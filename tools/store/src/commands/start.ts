import { existsSync, rmSync } from 'node:fs';
import { explain, Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { dataPaths } from '../paths.js';
import { readSettings } from '../settings.js';
import { bundleStale, compile } from '../setup/build.js';
import { holderOf } from '../setup/claim.js';
import { abortWhenStopped, INTERRUPTED } from '../setup/stop-with-parent.js';
import { runStore } from '../store.js';
import { endLeftovers, readRunFile, runningStore } from '../supervisor/run-file.js';

export async function startCommand(): Promise<never> {
  const stopping = abortWhenStopped();
  try {
    await runStore(stopping);
  } catch (error) {
    if (stopping.signal.aborted) print('stopped');
    else explain(error);
    process.exit(stopping.signal.aborted ? INTERRUPTED : 1);
  }
  process.exit(0);
}

export async function buildCommand(): Promise<void> {
  await step('types', () => compile());
  await bundleStale();
}

export async function resetCommand(): Promise<void> {
  const paths = dataPaths(readSettings().DATA_DIR);
  const running = runningStore(paths.run);
  if (running)
    throw new Refusal(
      `The store is running (process ${running.supervisor.pid}, ${running.address}). Stop it before the reset.`,
    );
  const starting = holderOf(paths.storeLock);
  if (starting !== undefined)
    throw new Refusal(`The store is starting (process ${starting}). Stop it before the reset.`);
  const left = readRunFile(paths.run);
  if (left) await endLeftovers(left);
  if (existsSync(paths.dataDir) && !existsSync(paths.accounts))
    throw new Refusal(`${paths.dataDir} contains no store data; nothing was deleted.`);
  rmSync(paths.dataDir, { recursive: true, force: true, maxRetries: 5 });
  print(`deleted ${paths.dataDir}`);
}
