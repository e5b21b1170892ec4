import { buildAll } from '../store.js';
import { journeys } from './journeys.js';
import { inOwnFolder } from './own-folder.js';
import { Tally } from './tally.js';

/**
 * One of Playwright's projects alone, on a store of its own. What follows the command's name goes to Playwright.
 * @param env for the store and the tests; what the terminal has set already wins
 */
export function longRun(command: string, project: string, env: Record<string, string>): Promise<never> {
  for (const [name, value] of Object.entries(env)) process.env[name] ||= value;
  const args = process.argv.slice(process.argv.indexOf(command) + 1);
  return inOwnFolder(async (folder, signal) => {
    const tally = new Tally();
    const built = await tally.one(() => buildAll(signal));
    if (built)
      await tally.many(() =>
        journeys({ title: command, args: ['--project', project, '--no-deps', ...args] }, folder, signal),
      );
    return tally.close();
  });
}
