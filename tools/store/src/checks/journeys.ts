import { createRequire } from 'node:module';
import path from 'node:path';
import { dataPaths, ROOT } from '../paths.js';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { runChild } from '@rangavalli/build-kit/command/child';
import { readJson } from '../setup/json-file.js';
import { findChromium } from './chromium.js';
import { startStore } from './own-store.js';
import { formatOutcome } from './tally.js';

const require = createRequire(import.meta.url);

/** Runs Playwright on a store of its own. Throws when the store does not start or Playwright has no result. */
export async function journeys(
  { title, args }: { title: string; args: string[] },
  folder: string,
  signal: AbortSignal,
): Promise<{ passed: number; failed: number }> {
  const chromium = await step('Chromium', () => findChromium(signal));
  const own = path.join(folder, 'store');
  const paths = { ...dataPaths(own), releases: path.join(own, 'releases') };
  const store = await step('a store for the tests', () => startStore(paths, signal));
  try {
    return await step(title, async (note) => {
      const result = path.join(folder, 'playwright.json');
      const env = {
        ...process.env,
        STORE_URL: `http://localhost:${store.port}`,
        RUN_JSON: paths.run,
        RELEASE_STORE: paths.releases,
        ACCOUNTS_JSON: paths.accounts,
        CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: result,
      };
      const cli = require.resolve('@playwright/test/cli', { paths: [path.join(ROOT, 'e2e')] });
      const { code, output } = await runChild(process.execPath, [cli, 'test', ...args], {
        cwd: path.join(ROOT, 'e2e'),
        env,
        signal,
        onLine: print,
      });
      const { stats } = (readJson(result) ?? {}) as { stats?: { expected: number; unexpected: number; flaky: number } };
      if (!stats) throw new Refusal(`Playwright has no result:\n${output.slice(-5_000)}`);
      const passed = stats.expected + stats.flaky;
      const failed = Math.max(stats.unexpected, code === 0 ? 0 : 1);
      note(formatOutcome({ passed, failed, retried: stats.flaky }));
      if (failed > 0) print(`Output of the store:\n${store.output()}`);
      return { passed, failed };
    });
  } finally {
    await store.stop();
  }
}
