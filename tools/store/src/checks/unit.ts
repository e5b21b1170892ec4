import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { dataPaths, ROOT } from '../paths.js';
import { withLogin } from '../processes.js';
import { findNatsServer } from '../provision/nats.js';
import { readSettings } from '../settings.js';
import { readJson } from '../setup/json-file.js';
import { databaseLogin, secretsOf } from '../setup/secrets.js';
import { dependenciesOf } from '../setup/workspaces.js';
import { readRunFile } from '../supervisor/run-file.js';
import { startStore } from './own-store.js';
import { formatOutcome } from './tally.js';

interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { status: string; invocations?: number }[] }[];
}

interface UnitTestRun {
  /** For the database and the results. */
  temporary: string;
  /** The folder of one; by default all are tested. */
  workspace?: string;
  /** For jest. */
  args: readonly string[];
}

/** What starts services in its tests needs NATS and a database. */
export const needsServers = (workspace: string): boolean =>
  [workspace, ...dependenciesOf(workspace)].includes('packages/service-kit');

export async function unitTests(
  { temporary, workspace, args }: UnitTestRun,
  signal: AbortSignal,
): Promise<{ passed: number; failed: number }> {
  const database = workspace && !needsServers(workspace) ? undefined : await startDatabase(temporary, signal);
  try {
    return await step('unit and integration tests', async (note) => {
      const result = path.join(temporary, 'jest.json');
      const program = path.join(ROOT, 'packages/build-kit/dist/bin/jest.js');
      const env = {
        ...process.env,
        ...(database && { TEST_MONGODB_URI: database.uri }),
        // for tests that start a NATS server of their own
        PATH: [process.env['PATH'], path.dirname(findNatsServer() ?? '')].join(path.delimiter),
        NODE_ENV: 'test',
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      };
      const { code, output } = await runChild(
        process.execPath,
        // A failed test may leave connections open, with which jest would never end.
        [program, ...(workspace ? [] : ['--all']), '--forceExit', '--json', `--outputFile=${result}`, ...args],
        {
          cwd: path.join(ROOT, workspace ?? ''),
          env,
          signal,
          onLine: (line) => !/^\{"num|Force exiting Jest/.test(line) && print(line),
        },
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
    await database?.stop();
  }
}

/** Without waits for the disk: the database reads DURABLE. */
const startDatabase = (temporary: string, signal: AbortSignal): Promise<{ uri: string; stop(): Promise<void> }> =>
  step('database for the tests', async () => {
    const given = process.env['TEST_MONGODB_URI'] ?? readSettings().MONGODB_URI;
    if (given) return { uri: given, stop: async () => undefined };
    const paths = dataPaths(path.join(temporary, 'unit'));
    const { stop } = await startStore(paths, signal, { ONLY: 'database', DURABLE: 'off' });
    const address = readRunFile(paths.run)?.processes['database']?.address ?? '';
    return { uri: withLogin(address, databaseLogin(secretsOf(paths), 'admin')), stop };
  });
