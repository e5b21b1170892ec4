import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { NATS_OPERATOR } from '@rangavalli/contracts/nats-access';
import { dataPaths, ROOT } from '../paths.js';
import { withLogin } from '../processes.js';
import { findNatsServer } from '../provision/nats.js';
import { readSettings } from '../settings.js';
import { readJson } from '../setup/json-file.js';
import { databaseLogin, natsLogin, secretsOf } from '../setup/secrets.js';
import { readRunFile } from '../supervisor/run-file.js';
import { startStore } from './own-store.js';
import { formatOutcome } from './tally.js';

interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { status: string; invocations?: number }[] }[];
}

export async function unitTests(
  folder: string,
  args: string[],
  signal: AbortSignal,
): Promise<{ passed: number; failed: number }> {
  const paths = dataPaths(path.join(folder, 'unit'));
  const infrastructure = await step('NATS and database for the tests', () =>
    // Without waits for the disk: the database reads DURABLE.
    startStore(paths, signal, { ONLY: 'nats,database', DURABLE: 'off' }),
  );
  try {
    return await step('unit and integration tests', async (note) => {
      const { NATS_URL, MONGODB_URI } = readSettings();
      const { nats, database } = readRunFile(paths.run)?.processes ?? {};
      const secrets = secretsOf(paths);
      const { user, password } = natsLogin(secrets, NATS_OPERATOR);
      const result = path.join(folder, 'jest.json');
      const program = path.join(ROOT, 'packages/build-kit/dist/bin/jest.js');
      const env = {
        ...process.env,
        TEST_NATS_URL: NATS_URL ?? nats?.address.replace('//', `//${user}:${password}@`),
        TEST_MONGODB_URI: MONGODB_URI ?? (database && withLogin(database.address, databaseLogin(secrets, 'admin'))),
        // for tests that start a NATS server of their own
        PATH: [process.env['PATH'], path.dirname(findNatsServer() ?? '')].join(path.delimiter),
        NODE_ENV: 'test',
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      };
      const { code, output } = await runChild(
        process.execPath,
        [program, '--all', '--json', `--outputFile=${result}`, ...args],
        { cwd: ROOT, env, signal, onLine: (line) => !line.startsWith('{"num') && print(line) },
      );
      const counted = readJson(result) as JestResult | null;
      if (!counted) throw new Refusal(`jest has no result:\n${output.slice(-5_000)}`);
      const passed = counted.numPassedTests;
      const failed = Math.max(counted.numFailedTests + counted.numRuntimeErrorTestSuites, code === 0 ? 0 : 1);
      const retried = counted.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1).length;
      note(formatOutcome({ passed, failed, retried }));
      return { passed, failed };
    });
  } finally {
    await infrastructure.stop();
  }
}
