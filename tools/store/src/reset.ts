// `npm run reset`: back to a store that was never started.
import { existsSync, rmSync } from 'node:fs';
import { dataPaths } from './paths.js';
import { explain, Refusal, say } from './report.js';
import { readSettings } from './settings.js';
import { endLeftovers, readRunFile, runningStore } from './supervisor/run-file.js';

try {
  const paths = dataPaths(readSettings().DATA_DIR);
  const running = runningStore(paths.run);
  if (running)
    throw new Refusal(
      `The store is running (process ${running.supervisor.pid}, ${running.address}). Stop it first, then reset.`,
    );
  const left = readRunFile(paths.run);
  if (left) await endLeftovers(left);
  if (existsSync(paths.dataDir) && !existsSync(paths.accounts))
    throw new Refusal(`${paths.dataDir} holds no store's data: left as it is.`);
  rmSync(paths.dataDir, { recursive: true, force: true, maxRetries: 5 });
  say(`cleared ${paths.dataDir}`);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
