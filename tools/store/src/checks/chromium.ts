import { createRequire } from 'node:module';
import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { findProgram, installPackages } from '@rangavalli/database/engine/apt';
import { ROOT } from '../paths.js';

/** The headless one opens a page in half the time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];

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
  const require = createRequire(path.join(ROOT, 'e2e/package.json'));
  const cli = require.resolve('@playwright/test/cli');
  const { code, output } = await runChild(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { signal });
  if (code !== 0) throw new Refusal(`Chromium could not be installed: set CHROMIUM to the path of one.\n${output}`);
  const { chromium } = require('playwright-core') as { chromium: { executablePath(): string } };
  return chromium.executablePath();
}
