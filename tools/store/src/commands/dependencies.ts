import { runChild } from '@rangavalli/build-kit/command/child';
import { print, Refusal } from '@rangavalli/build-kit/command/report';
import { dependencyChanges, dependencyProblems, type Lock, parseLock, readLock } from '../checks/licences.js';
import { ROOT } from '../paths.js';

/** `npm run package-changes -- <commit>`: what changed since the commit, for the review of a pull request. */
export async function dependenciesCommand([base = 'HEAD']: string[]): Promise<void> {
  const now = readLock(ROOT);
  const changes = dependencyChanges(await lockAt(base), now);
  print(changes.length > 0 ? changes.map((line) => `- ${line}`).join('\n') : 'No dependency changes.');
  const problems = dependencyProblems(now);
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
}

/**
 * Returns the lock file of a commit; an empty one where there is no commit before, so that everything counts as added.
 * A workflow gets nothing or zeros then. @throws Refusal for an unknown commit
 */
export async function lockAt(commit: string): Promise<Lock> {
  if (/^0*$/.test(commit)) return {};
  const { code, output } = await runChild('git', ['show', `${commit}:package-lock.json`], { cwd: ROOT });
  if (code !== 0) throw new Refusal(`There is no package-lock.json at ${commit}.`);
  return parseLock(output);
}
