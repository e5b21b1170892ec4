import path from 'node:path';
import { dataPaths, ROOT } from '../paths.js';
import { PROCESS_NAMES, processesOf, type StoreContext } from '../processes.js';
import { provisionDatabase } from '../provision/database.js';
import { provisionNats, writeNatsConfig } from '../provision/nats.js';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { readSettings } from '../settings.js';
import { runChild } from '@rangavalli/build-kit/command/child';
import { readJson } from '../setup/json-file.js';
import { freePorts } from '../setup/ports.js';
import { accountsOf, secretsOf } from '../setup/secrets.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { formatOutcome } from './tally.js';

const READY_TIMEOUT_MS = 60_000;

interface Infrastructure {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts NATS and the database with data of their own. */
async function startInfrastructure(folder: string, signal: AbortSignal): Promise<Infrastructure> {
  const log = (line: string): void => print(`  ${line}`);
  const settings = { ...readSettings(), ONLY: 'nats,database' };
  const nats = await provisionNats(settings.NATS_URL, log, signal);
  const database = await provisionDatabase(settings.MONGODB_URI, log, signal);
  const paths = dataPaths(folder);
  const ports = await freePorts([...PROCESS_NAMES, 'nats-monitor']);
  const context: StoreContext = {
    settings,
    paths,
    ports,
    nats,
    database,
    durable: false,
    host: '127.0.0.1',
    storefront: '',
    secrets: secretsOf(paths),
    accounts: accountsOf(paths),
  };
  writeNatsConfig(paths.natsConfig);
  const supervisor = new Supervisor(processesOf(context), {
    runFile: paths.run,
    logs: paths.logs,
    address: '',
    api: '',
    print,
  });
  try {
    await supervisor.startAll(READY_TIMEOUT_MS, signal);
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
  const program = nats.kind === 'program' ? path.dirname(nats.program) : '';
  return {
    env: {
      TEST_NATS_URL:
        nats.kind === 'external'
          ? nats.url
          : `nats://operator:${context.secrets.nats.operator}@127.0.0.1:${ports.nats}`,
      TEST_MONGODB_URI: database.kind === 'external' ? database.uri : `mongodb://127.0.0.1:${ports.database}`,
      // for tests that start a NATS server of their own
      PATH: [process.env['PATH'], program].filter(Boolean).join(path.delimiter),
    },
    stop: () => supervisor.stopAll(),
  };
}

interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { status: string; invocations?: number }[] }[];
}

/** Runs the jest tests of all workspaces on a NATS server and a database of their own. The arguments go to jest. */
export async function unitTests(
  folder: string,
  args: string[],
  signal: AbortSignal,
): Promise<{ passed: number; failed: number }> {
  const infrastructure = await step('NATS and database for the tests', () =>
    startInfrastructure(path.join(folder, 'unit'), signal),
  );
  try {
    return await step('unit and integration tests', async (note) => {
      const result = path.join(folder, 'jest.json');
      const program = path.join(ROOT, 'packages/build-kit/dist/bin/jest.js');
      const env = {
        ...process.env,
        ...infrastructure.env,
        NODE_ENV: 'test',
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      };
      const { code, output } = await runChild(
        process.execPath,
        [program, '--all', '--json', `--outputFile=${result}`, ...args],
        {
          cwd: ROOT,
          env,
          signal,
          onLine: (line) => !line.startsWith('{"num') && print(line),
        },
      );
      const counted = readJson(result) as JestResult | null;
      if (!counted) throw new Refusal(`jest has no result:\n${output.slice(-5_000)}`);
      const passed = counted.numPassedTests;
      const failed = Math.max(counted.numFailedTests + counted.numRuntimeErrorTestSuites, code === 0 ? 0 : 1);
      const retried = counted.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, invocations }) => status === 'passed' && (invocations ?? 1) > 1).length;
      note(formatOutcome({ passed, failed, retried }));
      return { passed, failed };
    });
  } finally {
    await infrastructure.stop();
  }
}
