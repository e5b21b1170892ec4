import { runChild } from '@rangavalli/build-kit/command/child';
import { print, Refusal } from '@rangavalli/build-kit/command/report';
import { dependencyChanges, dependencyProblems, parseLock, readLock } from '../checks/licences.js';
import { ROOT } from '../paths.js';

/** `npm run dependencies -- <commit>`: what changed since the commit, for the review of a pull request. */
export async function dependenciesCommand([base = 'HEAD']: string[]): Promise<void> {
  const { code, output } = await runChild('git', ['show', `${base}:package-lock.json`], { cwd: ROOT });
  if (code !== 0) throw new Refusal(`There is no package-lock.json at ${base}.`);
  const now = readLock(ROOT);
  const changes = dependencyChanges(parseLock(output), now);
  print(changes.length > 0 ? changes.map((line) => `- ${line}`).join('\n') : 'No dependency changes.');
  const problems = dependencyProblems(now);
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
}
