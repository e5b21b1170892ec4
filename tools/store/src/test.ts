// `npm test`: lint, types, builds, unit and integration tests, journeys through a whole store.
//   npm test -- --only unit            one or several of lint, types, unit, e2e (separated by commas)
//   npm test -- --only unit -- pattern what stands behind `--` goes to jest and Playwright
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { journeys } from './checks/journeys.js';
import { checkBoundaries, lint } from './checks/lint.js';
import { Tally } from './checks/tally.js';
import { unitTests } from './checks/unit.js';
import { step } from './report.js';
import { buildFrontends, staleFrontends } from './setup/frontends.js';
import { stopWithParent } from './setup/stop-with-parent.js';
import { compile } from './setup/types.js';

const INTERRUPTED = 130;
const { values, positionals } = parseArgs({
  args: process.argv.slice(process.argv.indexOf('test') + 1),
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const only = values.only?.split(',');
const wanted = (name: 'lint' | 'types' | 'unit' | 'e2e'): boolean => !only || only.includes(name);

const stopping = new AbortController();
const stop = (): void => stopping.abort(new Error('stopped'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
stopWithParent(stop);
const { signal } = stopping;

const tally = new Tally();
const folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-test-'));
// whatever a test, a browser or a server leaves goes with the folder at the end
process.env['TMPDIR'] = path.join(folder, 'tmp');
mkdirSync(process.env['TMPDIR']);
try {
  if (wanted('lint')) {
    await tally.one(() => step('lint', () => lint(signal)));
    await tally.one(() => step('boundaries between slices', checkBoundaries));
  }
  // the tests run what the compiler wrote
  await tally.one(() => step('types', () => compile(signal)));
  if (wanted('unit') && !signal.aborted) await tally.many(() => unitTests(folder, positionals, signal));
  if (wanted('e2e') && !signal.aborted) {
    const built = await tally.one(() => step('frontends', () => buildFrontends(staleFrontends(), signal)));
    if (built) await tally.many(() => journeys(folder, positionals, signal));
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(signal.aborted ? INTERRUPTED : tally.close());
