import { rmSync } from 'node:fs';
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

export interface JestResult {
  exitCode: number | null;
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string }[];
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
      const run = (selection: readonly string[]) =>
        runJest({ temporary, workspace, args: selection }, database, signal);
      const first = await run(args);
      const failedFiles = failedFilesOf(first);
      const second =
        failedFiles.length > 0 && !signal.aborted
          ? await run([...args, '--runTestsByPath', ...failedFiles])
          : undefined;
      const outcome = sumUp(first, second);
      note(formatOutcome(outcome));
      return outcome;
    });
  } finally {
    await database?.stop();
  }
}

/** Runs jest once. @throws Refusal when it has no result */
async function runJest(
  { temporary, workspace, args }: UnitTestRun,
  database: { uri: string } | undefined,
  signal: AbortSignal,
): Promise<JestResult> {
  const result = path.join(temporary, 'jest.json');
  rmSync(result, { force: true });
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
  return { ...counted, exitCode: code };
}

/** A run in which no test ran has failed. */
const failuresOf = (
  { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, exitCode }: JestResult,
  filesNotRun = 0,
): number =>
  Math.max(numFailedTests + numRuntimeErrorTestSuites + filesNotRun, exitCode === 0 && numPassedTests > 0 ? 0 : 1);

const failedFilesOf = ({ testResults }: JestResult): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** Counts a run, and the second attempt of the files that failed in it, of which each must have run. */
export function sumUp(first: JestResult, second?: JestResult): { passed: number; failed: number; retried: number } {
  if (!second) return { passed: first.numPassedTests, failed: failuresOf(first), retried: 0 };
  const notRun = failedFilesOf(first).filter((file) => !second.testResults.some(({ name }) => name === file));
  const failed = failuresOf(second, notRun.length);
  const retried = Math.max(failuresOf(first) - failed, 0);
  return { passed: first.numPassedTests + retried, failed, retried };
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
