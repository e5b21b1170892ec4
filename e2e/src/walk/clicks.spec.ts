// Every link leads to an existing page, and every control has an effect when clicked after a reload. `npm run walk`
// tries all pages, `npm test` those whose frame is clicked too.
import { expect } from '@playwright/test';
import { findObstruction, selectControls, tryControl } from './controls.js';
import { test } from './fixtures.js';
import type { Control } from './in-page.js';
import { findLinkFault, findTargetFault } from './links.js';
import { rows } from './table.js';
import { Tab } from './tab.js';

/** The selected one of a group has no effect; the others are clicked. */
const isInert = ({ isSelected, kind }: Control): boolean => isSelected && kind !== 'select';

/** On a phone everything is clicked; wider, only controls that were not there. The others must be reachable. */
const order = process.env.WHOLE_WALK ? [390, 1440, 768] : [390, 1440];

for (const row of process.env.WHOLE_WALK ? rows : rows.filter(({ frame }) => frame)) {
  test(`${row.name}: every link and control works`, async ({ tabs, scenes, baseURL }, { annotations }) => {
    test.setTimeout(480_000);
    const origin = new URL(baseURL ?? '').origin;
    const faults: string[] = [];
    const clicked = new Set<string>();
    for (const width of order.filter((one) => !row.notAt?.includes(one))) {
      const report = (fault: string | undefined, { kind, name }: Control) => {
        if (fault) faults.push(`${width}: ${kind} “${name}” ${fault}`);
      };
      let tab = await Tab.create(tabs, await scenes.of(row), width, row.expected);
      await tab.open();
      for (const text of row.texts) await expect(tab.page.locator('body')).toContainText(text, { useInnerText: true });
      const all = await tab.page.evaluate(() => window.walk.controls());
      for (const link of all.filter(({ kind }) => kind === 'link'))
        report(findLinkFault(link, origin) ?? (await findTargetFault(tab, link.href ?? '', origin)), link);
      const unclicked = row.unclicked ?? (row.sameAs && `the same screen as ${row.sameAs}`);
      if (unclicked) annotations.push({ type: 'unclicked', description: unclicked });
      const toClick = new Map<string, Control>();
      for (const [key, { index, control }] of unclicked
        ? []
        : selectControls(all, ({ inFrame }) => row.frame || !inFrame)) {
        const reason = row.skipped?.[control.name];
        if (reason) annotations.push({ type: 'skipped', description: `${control.name}: ${reason}` });
        if (reason || isInert(control)) continue;
        if (!clicked.has(key)) toClick.set(key, control);
        else if (control.kind !== 'file') report(await findObstruction(tab, index), control);
      }
      for (const [key, control] of toClick) {
        clicked.add(key);
        report(await tryControl(tab, key), control);
        if (tab.hasWritten) {
          // The next click needs unchanged data.
          for (const problem of tab.problems) report(`causes ${problem}`, control);
          await tab.page.close();
          scenes.discard(row);
          tab = await Tab.create(tabs, await scenes.of(row), width, row.expected);
        }
      }
      faults.push(...tab.problems.map((problem) => `${width}: ${problem}`));
      await tab.page.close();
    }
    expect(faults).toEqual([]);
  });
}
