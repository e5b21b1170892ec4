// Every page of the table: clean console, nothing cut off, all pictures, no axe violation, one h1, a title and the
// specification's texts; a dialog returns the focus. `npm test` inspects the first state of each screen, in turns on
// a phone and on a desktop; `npm run walk` all states of all pages at four widths.
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../support/screens.js';
import { test } from './fixtures.js';
import { rows, widths } from './table.js';
import { Tab } from './tab.js';

const faultless = { console: [], pending: [], broken: [], sideways: 0, cutOff: [], headings: 1, title: [], axe: [] };

const isTurn =
  (index: number) =>
  (_one: unknown, position: number, { length }: readonly unknown[]): boolean =>
    position === index % length;

/** A dialog returns the focus to what has opened it, by its own keys as well as by the browser's Back. */
async function expectFocusToReturn(page: Page, closing: 'Escape' | 'Back'): Promise<void> {
  const dialog = page.locator('dialog[open]');
  if ((await dialog.count()) === 0) return;
  if (closing === 'Escape') await page.keyboard.press('Escape');
  else await page.evaluate(() => window.history.back());
  await expect(dialog).toHaveCount(0);
  const findFocus = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      const { walk } = window;
      // A busy button has lost the focus before the dialog opens.
      const isKnown = walk.opener !== document.body;
      const isOpener = activeElement !== document.body && (!isKnown || activeElement === walk.opener);
      return isOpener
        ? 'opener'
        : `${activeElement?.outerHTML.slice(0, 200)}, not ${walk.opener?.outerHTML.slice(0, 200)}`;
    });
  await expect.poll(findFocus, `focus after ${closing}`).toBe('opener');
}

const screens = rows.filter(({ sameAs }) => !sameAs);
const firstStates = screens.filter((one) => screens.find(({ route }) => route === one.route) === one);

for (const [index, row] of (process.env.WHOLE_WALK ? rows : firstStates).entries()) {
  const all = widths.filter((width) => !row.notAt?.includes(width));
  const at = process.env.WHOLE_WALK ? all : all.filter((width) => width !== 320 && width !== 768).filter(isTurn(index));
  test(`${row.name} at ${at.join(', ')} px`, async ({ tabs, scenes }) => {
    test.setTimeout(120_000);
    const tab = await Tab.create(tabs, await scenes.of(row), at[0] ?? 390, row.expected);
    const { page } = tab;
    await tab.open();
    for (const width of at) {
      await page.setViewportSize({ width, height: 900 });
      await tab.scrollThrough();
      for (const text of row.texts)
        await expect.soft(page.locator('body'), `at ${width} px`).toContainText(text, { useInnerText: true });
      await expect.poll(() => page.evaluate(() => window.walk.pictures().pending), 'pending pictures').toEqual([]);
      const found = await page.evaluate(() => ({
        ...window.walk.pictures(),
        sideways: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
        cutOff: window.walk.cutOff(),
        headings: document.querySelectorAll('h1').length,
        title: /^(\S.* · )?Rangavalli/.test(document.title) ? [] : [document.title],
      }));
      const axe = await findViolations(page);
      expect.soft({ ...found, console: tab.problems.splice(0), axe }, `at ${width} px`).toEqual(faultless);
    }
    await expectFocusToReturn(page, index % 2 === 0 ? 'Escape' : 'Back');
    await page.close();
  });
}
