import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds against WCAG 2.2 A and AA on the page as it stands, in few words. */
export async function violations(page: Page): Promise<string[]> {
  // The shop's pages hold no frames of strangers while nobody pays, so that axe needs no second tab.
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}
