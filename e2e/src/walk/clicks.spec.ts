// No dead link and no dead button: every link of every page leads somewhere, and every control, clicked on a page that was
// opened anew, changes something. All of them are tried by `npm run walk`; `npm test` has the time for the pages whose frame is tried too.
import { expect } from '@playwright/test';
import { outOfReach, toClick, tryControl } from './clicking.js';
import type { Control } from './in-page.js';
import { faultOf, targetFault } from './links.js';
import { Tab } from './tab.js';
import { rows } from './table.js';
import { test } from './walking.js';

/** Passed over wherever they are, and why. */
const passedOver: Readonly<Record<string, string>> = {};

/** A radio that is chosen, or the picture that is shown, has nothing to change: it is one of a group, whose others are tried. */
const nothingToDo = ({ control }: { control: Control }): boolean => control.chosen && control.kind !== 'select';

/** On a phone everything is clicked; wider, what was not there under the same name, and the rest has to be in reach. */
const order = [390, 1440, 768] as const;

for (const row of process.env.WHOLE_WALK ? rows : rows.filter(({ frame }) => frame)) {
  test(`${row.name}: every link leads somewhere, every control does something`, async ({ tabs, scenes, baseURL }, {
    annotations,
  }) => {
    test.setTimeout(480_000);
    const origin = new URL(baseURL ?? '').origin;
    const faults: string[] = [];
    const seen = new Set<string>();
    for (const width of order.filter((one) => !row.notAt?.includes(one))) {
      let tab = await Tab.of(tabs, await scenes.of(row), width, row.expected);
      await tab.open();
      // What is not there yet cannot be tried.
      for (const text of row.texts) await expect(tab.page.locator('body')).toContainText(text, { useInnerText: true });
      const all = await tab.page.evaluate(() => window.walk.controls());
      for (const link of all.filter(({ kind }) => kind === 'link')) {
        const fault = faultOf(link, origin) ?? (await targetFault(tab, link.href ?? '', origin));
        if (fault) faults.push(`${width}: link “${link.name}” ${fault}`);
      }
      if (row.unclicked) annotations.push({ type: 'unclicked', description: row.unclicked });
      const toTry = new Map<string, Control>();
      for (const [like, { index, control }] of row.unclicked ? [] : toClick(all, ({ frame }) => row.frame || !frame)) {
        const reason = passedOver[control.name] ?? row.passedOver?.[control.name];
        if (reason) annotations.push({ type: 'passed over', description: `${control.name}: ${reason}` });
        if (reason || nothingToDo({ control })) continue;
        if (!seen.has(like)) toTry.set(like, control);
        else if (control.kind !== 'file') {
          const fault = await outOfReach(tab, index);
          if (fault) faults.push(`${width}: ${control.kind} “${control.name}” ${fault}`);
        }
      }
      for (const [like, control] of toTry) {
        seen.add(like);
        const fault = await tryControl(tab, like);
        if (fault) faults.push(`${width}: ${control.kind} “${control.name}” ${fault}`);
        if (tab.wrote) {
          // The click has changed data: whoever comes next finds them as they were.
          faults.push(...tab.problems.map((problem) => `${width}: after ${control.kind} “${control.name}” ${problem}`));
          await tab.page.close();
          scenes.spoil(row);
          tab = await Tab.of(tabs, await scenes.of(row), width, row.expected);
        }
      }
      faults.push(...tab.problems.map((problem) => `${width}: ${problem}`));
      await tab.page.close();
    }
    expect(faults).toEqual([]);
  });
}
