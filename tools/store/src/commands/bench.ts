import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from '@rangavalli/build-kit/command/child';
import { print, step } from '@rangavalli/build-kit/command/report';
import { findChromium } from '../checks/chromium.js';
import { ownStorePaths, startStore } from '../checks/own-store.js';
import { withTemporaryFolder } from '../checks/temporary-folder.js';
import { ROOT } from '../paths.js';
import { buildStore } from '../setup/build.js';

/** Exported as `measure` by a program of `tools/bench`. @returns the exit code */
export type Measure = (run: { args: string[]; folder: string; signal: AbortSignal }) => Promise<number>;

const BENCH = path.join(ROOT, 'tools/bench/dist');
const WEB_RESULT = path.join(ROOT, '.data/bench/web.json');

/** `npm run bench`, `bench:scale`, `bench:growth`. It depends on this workspace: hence the import by path. */
export const benchCommand =
  (program: string) =>
  (args: string[]): Promise<never> =>
    withTemporaryFolder(async (folder, signal) => {
      await buildStore(signal, { extra: ['tools/bench'] });
      const { measure } = (await import(pathToFileURL(path.join(BENCH, program)).href)) as { measure: Measure };
      return measure({ args, folder, signal });
    });

/** `npm run bench:web [-- --runs 5] [--page product] [--json file]` */
export const benchWebCommand = (args: string[]): Promise<never> =>
  withTemporaryFolder(async (folder, signal) => {
    await buildStore(signal, { extra: ['tools/bench'] });
    const chromium = await step('Chromium', () => findChromium(signal));
    const store = await step('a store to measure', () => startStore(ownStorePaths(folder), signal));
    const env = { ...process.env, STORE_URL: `http://localhost:${store.port}`, CHROMIUM: chromium };
    const json = args.includes('--json') ? [] : ['--json', WEB_RESULT];
    const program = [path.join(BENCH, 'web/main.js'), ...args, ...json];
    const options = { cwd: ROOT, env, signal, onLine: print };
    return (await runChild(process.execPath, program, options).finally(() => store.stop())).code;
  });
