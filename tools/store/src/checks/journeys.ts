import { createRequire } from 'node:module';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { type DataPaths, ROOT } from '../paths.js';
import { readJson } from '../setup/json-file.js';
import { findChromium } from './chromium.js';
import { ownStorePaths, startStore, type StartedStore } from './own-store.js';
import { countError, formatOutcome } from './tally.js';

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
    // Playwright empties its output folder when it starts.
    const outputFolder = path.join('test-results', title.replaceAll(' ', '-'));
    const { code, output } = await runChild(
      process.execPath,
      [cli, 'test', '--output', outputFolder, ...args],
      options,
    );
    const { stats } = (readJson(result) ?? {}) as { stats?: { expected: number; unexpected: number; flaky: number } };
    if (!stats) throw new Refusal(`Playwright has no result:\n${output.slice(-5_000)}`);
    const passed = stats.expected + stats.flaky;
    const failed = Math.max(stats.unexpected, code === 0 ? 0 : 1);
    note(formatOutcome({ passed, failed, retried: stats.flaky }));
    return { passed, failed };
  });
}

async function runInStore(run: Run, store: StartedStore, paths: DataPaths, signal: AbortSignal) {
  const counts = await playwright(run, path.dirname(paths.dataDir), signal, {
    STORE_URL: `http://localhost:${store.port}`,
    RUN_JSON: paths.run,
    RELEASE_STORE: paths.releases,
    ACCOUNTS_JSON: paths.accounts,
  });
  if (counts.failed > 0) print(`Output of the store:\n${store.output()}`);
  return counts;
}

/** Runs Playwright once for each of `runs`, at the same time, as soon as a store of its own is there. */
export async function journeys(
  runs: readonly Run[],
  folder: string,
  signal: AbortSignal,
): ReturnType<typeof playwright> {
  const stores: StartedStore[] = [];
  const running: ReturnType<typeof playwright>[] = [];
  try {
    for (const run of runs) {
      const paths = ownStorePaths(path.join(folder, run.title));
      const store = await step(`a store for ${run.title}`, () => startStore(paths, signal));
      stores.push(store);
      running.push(runInStore(run, store, paths, signal).catch(countError));
    }
    const counts = await Promise.all(running);
    return {
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    };
  } finally {
    await Promise.all(running);
    await Promise.all(stores.map((store) => store.stop()));
  }
}
