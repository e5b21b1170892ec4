import { createRequire } from 'node:module';
import path from 'node:path';
import { findProgram, installPackages } from '@rangavalli/database/engine/apt';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { runChild } from '../setup/child.js';

const require = createRequire(import.meta.url);

/** The browser without a window comes first: it opens a page in half the time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];

/** The browser: CHROMIUM, the machine's, Debian's package, or Playwright's own download. */
export async function findChromium(signal: AbortSignal): Promise<string> {
  const present = (): string | undefined =>
    process.env['CHROMIUM'] || BROWSERS.map(findProgram).find((found) => found !== null);
  const found = present();
  if (found) return found;
  for (const name of findProgram('apt-get') ? BROWSERS.slice(0, 2) : []) {
    await installPackages([name], signal).catch(() => undefined); // the next one is tried
    const installed = present();
    if (installed) return installed;
  }
  const cli = require.resolve('@playwright/test/cli', { paths: [path.join(ROOT, 'e2e')] });
  const { code, output } = await runChild(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { signal });
  if (code !== 0) throw new Refusal(`No Chromium: set CHROMIUM to the path of one.\n${output}`);
  const { chromium } = require(require.resolve('playwright-core', { paths: [path.join(ROOT, 'e2e')] })) as {
    chromium: { executablePath(): string };
  };
  return chromium.executablePath();
}
