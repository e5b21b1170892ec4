// `npm run bench:web [-- --runs 5] [--page product] [--json file]`: pages in a browser on a slow phone and a slow network.
import path from 'node:path';
import { findChromium } from './checks/chromium.js';
import { inOwnFolder } from './checks/own-folder.js';
import { startStore } from './checks/own-store.js';
import { dataPaths, ROOT } from './paths.js';
import { explain, say, step } from './report.js';
import { runChild } from './setup/child.js';
import { buildAll } from './store.js';

const args = process.argv.slice(process.argv.indexOf('bench-web') + 1);
/** Where the figures lie for programs, unless told. */
const RESULT = path.join(ROOT, '.data/bench/web.json');

await inOwnFolder(async (folder, signal) => {
  try {
    await buildAll(signal);
    const chromium = await step('Chromium', () => findChromium(signal));
    const own = path.join(folder, 'store');
    const store = await step('a store to measure', () =>
      startStore({ ...dataPaths(own), releases: path.join(own, 'releases') }, signal),
    );
    try {
      const env = { ...process.env, STORE_URL: `http://localhost:${store.port}`, CHROMIUM: chromium };
      const json = args.includes('--json') ? [] : ['--json', RESULT];
      const { code } = await runChild(
        process.execPath,
        [path.join(ROOT, 'tools/bench/dist/web/main.js'), ...args, ...json],
        { cwd: ROOT, env, signal, onLine: say },
      );
      return code ?? 1;
    } finally {
      await store.stop();
    }
  } catch (error) {
    explain(error);
    return 1;
  }
});
