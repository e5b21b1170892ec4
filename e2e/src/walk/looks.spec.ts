// Every page of the table at every width: nothing wrong in the console, nothing cut off, every picture there, no fault
// that axe can find, one main heading, a title, and the texts of the specification.
import { expect } from '@playwright/test';
import { violations } from '../support/axe.js';
import { Tab } from './tab.js';
import { rows, widths } from './table.js';
import { test } from './walking.js';

const none = { console: [], waiting: [], broken: [], sideways: 0, cutOff: [], headings: 1, title: [], axe: [] };

for (const row of rows) {
  const at = widths.filter((width) => !row.notAt?.includes(width));
  test(`${row.name} at ${at.join(', ')} px`, async ({ tabs, scenes }) => {
    test.setTimeout(120_000);
    const tab = await Tab.of(tabs, await scenes.of(row), at[0] ?? 390, row.expected);
    const { page } = tab;
    await tab.open();
    for (const width of at) {
      await page.setViewportSize({ width, height: 900 });
      await tab.scrollThrough();
      for (const text of row.texts)
        await expect.soft(page.locator('body'), `at ${width} px`).toContainText(text, { useInnerText: true });
      await expect
        .poll(() => page.evaluate(() => window.walk.pictures().waiting), 'pictures that do not come')
        .toEqual([]);
      const seen = await page.evaluate(() => ({
        ...window.walk.pictures(),
        sideways: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
        cutOff: window.walk.cutOff(),
        headings: document.querySelectorAll('h1').length,
        title: /^(\S.* · )?Rangavalli/.test(document.title) ? [] : [document.title],
      }));
      expect
        .soft({ ...seen, console: tab.problems.splice(0), axe: await violations(page) }, `at ${width} px`)
        .toEqual(none);
    }
    await page.close();
  });
}
