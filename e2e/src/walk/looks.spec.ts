// Every page of the table at every width: nothing wrong in the console, nothing cut off, every picture there, no fault
// that axe can find, one main heading, a title, and the texts of the specification.
import { expect } from '@playwright/test';
import { violations } from '../support/axe.js';
import { Tab } from './tab.js';
import { rows, widths } from './table.js';
import { test } from './walking.js';

for (const row of rows) {
  for (const width of widths.filter((one) => !row.notAt?.includes(one))) {
    test(`${row.name} at ${width} px`, async ({ tabs, scenes }) => {
      const tab = await Tab.of(tabs, await scenes.of(row), width, row.expected);
      const { page } = tab;
      await tab.open();
      await tab.scrollThrough();
      const body = page.locator('body');
      for (const text of row.texts) await expect.soft(body).toContainText(text, { useInnerText: true });
      await expect.poll(() => page.evaluate(() => window.walk.pictures().waiting), 'pictures that do not come').toEqual([]);
      const faults = {
        console: tab.problems,
        broken: await page.evaluate(() => window.walk.pictures().broken),
        sideways: await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)),
        cutOff: await page.evaluate(() => window.walk.cutOff()),
        headings: await page.evaluate(() => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent).slice(1)),
        title: /^(\S.* · )?Rangavalli/.test(await page.title()) ? [] : [await page.title()],
        axe: await violations(page),
      };
      expect(faults).toEqual({ console: [], broken: [], sideways: 0, cutOff: [], headings: [], title: [], axe: [] });
      await page.close();
    });
  }
}
