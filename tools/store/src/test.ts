// `npm test`: lint, types, builds, unit and integration tests, journeys through a whole store.
//   npm test -- --only unit            one or several of lint, types, unit, e2e (separated by commas)
//   npm test -- --only unit -- pattern what stands behind `--` goes to jest and Playwright
import { parseArgs } from 'node:util';
import { journeys } from './checks/journeys.js';
import { lintChecks } from './checks/lint.js';
import { inOwnFolder } from './checks/own-folder.js';
import { Tally } from './checks/tally.js';
import { unitTests } from './checks/unit.js';
import { step } from './report.js';
import { compile } from './setup/types.js';
import { buildStale } from './store.js';

const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv.indexOf('test') + 1),
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const only = values.only?.split(',');
const wanted = (name: 'lint' | 'types' | 'unit' | 'e2e'): boolean => !only || only.includes(name);

await inOwnFolder(async (folder, signal) => {
  const tally = new Tally();
  if (wanted('lint')) {
    for (const [name, check] of Object.entries(lintChecks)) await tally.one(() => step(name, () => check(signal)));
  }
  // the tests run what the compiler wrote
  await tally.one(() => step('types', () => compile(signal)));
  if (wanted('unit') && !signal.aborted) await tally.many(() => unitTests(folder, positionals, signal));
  if (wanted('e2e') && !signal.aborted) {
    const built = await tally.one(() => buildStale(signal));
    if (built) await tally.many(() => journeys({ title: 'journeys and drills', args: positionals }, folder, signal));
  }
  return tally.close();
});
