import { createRequire } from 'node:module';
import path from 'node:path';
import { findProgram, installPackages } from '@rangavalli/database/engine/apt';
import { ROOT } from '../paths.js';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { runChild } from '@rangavalli/build-kit/command/child';

const require = createRequire(import.meta.url);

/** The headless one opens a page in half the time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];

/** Returns the path of a browser: CHROMIUM, an installed one, Debian's package, or Playwright's download. */
export async function findChromium(signal: AbortSignal): Promise<string> {
  const present = (): string | undefined =>
    process.env['CHROMIUM'] || BROWSERS.map(findProgram).find((found) => found !== null);
  const found = present();
  if (found) return found;
  for (const name of findProgram('apt-get') ? BROWSERS.slice(0, 2) : []) {
    await installPackages([name], signal).catch(() => undefined); // try the next
    const installed = present();
    if (installed) return installed;
  }
  const cli = require.resolve('@playwright/test/cli', { paths: [path.join(ROOT, 'e2e')] });
  const { code, output } = await runChild(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { signal });
  if (code !== 0) throw new Refusal(`Chromium could not be installed: set CHROMIUM to the path of one.\n${output}`);
  const { chromium } = require(require.resolve('playwright-core', { paths: [path.join(ROOT, 'e2e')] })) as {
    chromium: { executablePath(): string };
  };
  return chromium.executablePath();
}
