import { existsSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { mediaEnv, type StoreContext } from '../processes.js';
import { writeJson } from './json-file.js';

/** Loads the demo products into a new store; `seeded.json` marks a store that has them. */
export async function seedOnce(context: StoreContext, signal: AbortSignal): Promise<void> {
  const { paths, storefront, settings } = context;
  if (existsSync(paths.seeded)) return;
  await step('products', async () => {
    const env = {
      ...process.env,
      ...mediaEnv(context),
      API_URL: `http://127.0.0.1:${settings.PORT}/api`,
      STORE_URL: storefront,
      ACCOUNTS_FILE: paths.accounts,
      DATA_DIR: paths.dataDir,
    };
    const program = path.join(ROOT, 'tools/seed/dist/main.js');
    const onLine = (line: string): void => print(`  ${line}`);
    const { code, output } = await runChild(process.execPath, [program], { env, signal, onLine });
    if (code !== 0) throw new Refusal(`The products could not be loaded:\n${output}`);
    if (!existsSync(paths.seeded)) writeJson(paths.seeded, { at: new Date().toISOString() });
  });
}
