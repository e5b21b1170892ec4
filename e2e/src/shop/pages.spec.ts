import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/screens.js';

test('the shop shows its pictures when opened by IP address', async ({ page, baseURL }) => {
  const consoleIsClean = watchConsole(page);
  const { port } = new URL(baseURL ?? '');
  for (const path of ['/', '/all']) {
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await expect
      .poll(() => page.evaluate(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0)))
      .toBe(true);
  }
  consoleIsClean();
});
