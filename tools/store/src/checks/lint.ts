import path from 'node:path';
import { ROOT } from '../paths.js';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { runChild } from '@rangavalli/build-kit/command/child';
import { checkLanguage } from './language.js';
import { goSettings } from '../setup/build.js';
import { dependencyProblems, readLock } from './licences.js';
import { checkQueries } from './queries.js';

const program =
  (script: string, ...args: string[]) =>
  async (signal: AbortSignal): Promise<void> => {
    const file = path.join(ROOT, 'node_modules', script);
    const { code, output } = await runChild(process.execPath, [file, ...args], {
      cwd: ROOT,
      env: goSettings(),
      signal,
    });
    if (code !== 0) throw new Refusal(output);
  };

function refuse(problems: readonly { file: string; line: number; problem: string }[]): void {
  if (problems.length === 0) return;
  throw new Refusal(problems.map(({ file, line, problem }) => `${file}:${line} ${problem}`).join('\n'));
}

export const lintChecks: Record<string, (signal: AbortSignal) => Promise<void>> = {
  format: program('oxfmt/bin/oxfmt', '--check', '.'),
  wording: async () => refuse(checkLanguage(ROOT)),
  queries: async () => refuse(checkQueries(ROOT)),
  licences: async () => {
    const problems = dependencyProblems(readLock(ROOT));
    if (problems.length > 0) throw new Refusal(problems.join('\n'));
  },
  'unused code': program('knip/bin/knip.js', '--no-progress'),
  lint: program('oxlint/bin/oxlint', '.'),
};
