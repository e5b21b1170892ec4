import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allWorkspaces } from '@rangavalli/build-kit/workspaces';
import { ROOT } from '../paths.js';
import { type JestResult, needsServers, sumUp } from './unit.js';

const folders = allWorkspaces(ROOT)
  .map(({ folder }) => path.relative(ROOT, folder))
  .filter((folder) => folder !== 'e2e');

it.each(folders)('`npm test -w %s` tests that workspace', (folder) => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, bootstrap = '', tested] = /^exec node (\S+) test-workspace (\S+)$/.exec(scripts['test'] ?? '') ?? [];
  expect([path.join(folder, bootstrap), tested]).toEqual(['tools/store/bootstrap.mjs', folder]);
});

it('fails when no test matches a pattern', () => {
  const program = path.join(ROOT, 'packages/build-kit/dist/bin/jest.js');
  const options = { cwd: path.join(ROOT, 'packages/pin-codes'), encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(process.execPath, [program, 'no-such-test'], options);
  expect([status, stdout]).toEqual([1, expect.stringContaining('No tests found')]);
});

it('starts a database where tests start services', () => {
  const withServers = ['services/order', 'gateway', 'packages/service-kit', 'tools/store'];
  expect(withServers.filter(needsServers)).toEqual(withServers);
  expect(['shell', 'mf-admin', 'packages/contracts', 'tools/seed'].filter(needsServers)).toEqual([]);
});

describe('files that failed run once more', () => {
  const result = (changes: Partial<JestResult>): JestResult => ({
    exitCode: 0,
    numPassedTests: 0,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [],
    ...changes,
  });
  const first = result({ exitCode: 1, numPassedTests: 90, numFailedTests: 4, numRuntimeErrorTestSuites: 1 });

  it('and count as passed when they pass then', () => {
    expect(sumUp(first, result({ numPassedTests: 6 }))).toEqual({ passed: 95, failed: 0, retried: 5 });
  });

  it('and as failed when they fail again, or jest ends with an error', () => {
    const again = result({ exitCode: 1, numPassedTests: 4, numFailedTests: 2 });
    expect(sumUp(first, again)).toEqual({ passed: 93, failed: 2, retried: 3 });
    expect(sumUp(first, result({ exitCode: 1, numPassedTests: 6 }))).toMatchObject({ failed: 1 });
    expect(sumUp(first)).toEqual({ passed: 90, failed: 5, retried: 0 });
  });

  it('and as failed when they do not run then', () => {
    const testResults = ['a.test.js', 'b.test.js'].map((name) => ({ name, status: 'failed' }));
    const both = result({ exitCode: 1, numPassedTests: 90, numFailedTests: 4, testResults });
    const onlyOne = result({ numPassedTests: 3, testResults: [{ name: 'b.test.js', status: 'passed' }] });
    expect(sumUp(both, onlyOne)).toEqual({ passed: 93, failed: 1, retried: 3 });
    expect(sumUp(both, result({}))).toEqual({ passed: 92, failed: 2, retried: 2 });
    expect(sumUp(result({}))).toEqual({ passed: 0, failed: 1, retried: 0 });
  });
});
