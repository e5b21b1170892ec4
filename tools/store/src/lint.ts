// `npm run lint`: formatting, wording, unused code, and oxlint's rules over the whole project.
import { lintChecks } from './checks/lint.js';
import { Tally } from './checks/tally.js';
import { step } from './report.js';

const tally = new Tally();
for (const [name, check] of Object.entries(lintChecks)) {
  await tally.one(() => step(name, () => check(new AbortController().signal)));
}
process.exitCode = tally.close();
