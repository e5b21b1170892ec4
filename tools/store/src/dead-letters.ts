// `npm run dead-letters`: the events that no handler could take, of the running store. What it can do is in
// `packages/service-kit`; this only tells it where the store's NATS is.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { NATS_OPERATOR } from '@rangavalli/contracts/nats-access';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { dataPaths, ROOT } from './paths.js';
import { explain, Refusal } from './report.js';
import { readSettings } from './settings.js';
import { secretsOf } from './setup/secrets.js';
import { runningStore } from './supervisor/run-file.js';

try {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const url = settings.NATS_URL ?? runningStore(paths.run)?.processes['nats']?.address;
  if (!url) throw new Refusal('No store is running here: start it, or say where its NATS is by NATS_URL.');
  const program = path.join(ROOT, 'packages/service-kit/dist/dead-letters/cli.js');
  const args = process.argv.slice(process.argv.indexOf('dead-letters') + 1);
  const password = settings.NATS_URL
    ? process.env[passwordVariable(NATS_OPERATOR)]
    : secretsOf(paths).nats[NATS_OPERATOR];
  const env = {
    ...process.env,
    NATS_URL: url,
    ...(password ? { NATS_USER: NATS_OPERATOR, NATS_PASSWORD: password } : {}),
  };
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
