import { expect, test } from '@playwright/test';
import { waitForHydration, watchConsole } from '../support/screens.js';
import { internalAddressOf } from '../support/store.js';

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

/** Returns the sum of a metric of the gateway over all its series with the labels. */
async function readMetric(name: string, labels: readonly string[]): Promise<number> {
  const text = await (await fetch(`${internalAddressOf('gateway')}/metrics`)).text();
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)));
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('page speed, an error of a remote and a remote that did not load arrive in the metrics', async ({ page }) => {
  const metrics = [
    // Its rating depends on the machine.
    ['web_vitals_total', ['metric="LCP"', 'page="/all"', 'slice="mf-catalog"']],
    ['browser_errors_total', ['page="/all"', 'slice="mf-catalog"']],
    ['remote_load_failures_total', ['slice="mf-account"']],
  ] as const;
  const readAll = () => Promise.all(metrics.map(([name, labels]) => readMetric(name, labels)));
  const before = await readAll();
  await page.addInitScript(() => {
    // Every page load is part of the sample.
    Math.random = () => 0;
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      observe.call(this, options);
      if (options?.type === 'largest-contentful-paint') document.documentElement.dataset['observed'] = 'true';
    };
    Element.prototype.scrollIntoView = () => {
      throw new TypeError('asha@example.com');
    };
  });
  await page.route('**/remotes/mf-account/**', (route) => route.abort());
  await page.goto('/all');
  // A page that is left before its speed is observed reports none.
  await expect(page.locator('html')).toHaveAttribute('data-observed', 'true');
  // A page that is clicked before its first paint has no LCP.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  const next = page.getByRole('link', { name: 'Next' });
  await waitForHydration(next);
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  await page.goto('/login');
  await expect
    .poll(async () => (await readAll()).map((count, index) => count > (before[index] ?? 0)))
    .toEqual([true, true, true]);
});
