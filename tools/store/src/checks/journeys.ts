import { createRequire } from 'node:module';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { readJson } from '../setup/json-file.js';
import { findChromium } from './chromium.js';
import { ownStorePaths, startStore } from './own-store.js';
import { formatOutcome } from './tally.js';

const E2E = path.join(ROOT, 'e2e');

interface Run {
  title: string;
  args: string[];
}

/** Runs Playwright with a Chromium, which is installed where there is none. */
export async function playwright(
  { title, args }: Run,
  folder: string,
  signal: AbortSignal,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ passed: number; failed: number }> {
  const chromium = await step('Chromium', () => findChromium(signal));
  return step(title, async (note) => {
    const result = path.join(folder, 'playwright.json');
    const env = { ...process.env, ...settings, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: result };
    const cli = createRequire(path.join(E2E, 'package.json')).resolve('@playwright/test/cli');
    const options = { cwd: E2E, env, signal, onLine: print };
    const { code, output } = await runChild(process.execPath, [cli, 'test', ...args], options);
    const { stats } = (readJson(result) ?? {}) as { stats?: { expected: number; unexpected: number; flaky: number } };
    if (!stats) throw new Refusal(`Playwright has no result:\n${output.slice(-5_000)}`);
    const passed = stats.expected + stats.flaky;
    const failed = Math.max(stats.unexpected, code === 0 ? 0 : 1);
    note(formatOutcome({ passed, failed, retried: stats.flaky }));
    return { passed, failed };
  });
}

/** Runs Playwright against a store of its own. */
export async function journeys(run: Run, folder: string, signal: AbortSignal): ReturnType<typeof playwright> {
  const paths = ownStorePaths(folder);
  const store = await step('a store for the tests', () => startStore(paths, signal));
  try {
    const counts = await playwright(run, folder, signal, {
      STORE_URL: `http://localhost:${store.port}`,
      RUN_JSON: paths.run,
      RELEASE_STORE: paths.releases,
      ACCOUNTS_JSON: paths.accounts,
    });
    if (counts.failed > 0) print(`Output of the store:\n${store.output()}`);
    return counts;
  } finally {
    await store.stop();
  }
}
