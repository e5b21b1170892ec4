import { expect, type ElementHandle } from '@playwright/test';
import type { Control } from './in-page.js';
import type { Tab } from './tab.js';

/** A click that shows nothing for this long has done nothing, ms. */
const PATIENCE_MS = 2_500;

/** Selects outside of a form whose value alone is their doing, for a button beside them reads it. */
const fields = [/^Size of /];

const cannotBeClicked = (error: unknown): string =>
  `cannot be clicked: ${String(error).split('\n').slice(0, 12).join(' ').slice(0, 400)}`;

/**
 * The controls of the page that are to be clicked, with their places among all: of repeated cards only the first, and there one that
 * is not chosen already.
 */
export function toClick(
  controls: readonly Control[],
  wanted: (control: Control) => boolean = () => true,
): Map<string, { index: number; control: Control }> {
  const found = new Map<string, { index: number; control: Control }>();
  for (const [index, control] of controls.entries()) {
    if (control.kind === 'link' || !wanted(control)) continue;
    const before = found.get(control.like);
    if (!before || (before.control.chosen && !control.chosen)) found.set(control.like, { index, control });
  }
  return found;
}

/** Finds a control again after the page was opened anew. */
async function find(
  tab: Tab,
  like: string,
): Promise<{ element: ElementHandle<Element>; control: Control } | undefined> {
  const same = toClick(await tab.page.evaluate(() => window.walk.controls())).get(like);
  const element =
    same && (await tab.page.evaluateHandle((index) => window.walk.element(index), same.index)).asElement();
  return element ? { element, control: same.control } : undefined;
}

/** Clicks or chooses, and says what is wrong with it; undefined when something came of it. */
async function use(
  tab: Tab,
  element: ElementHandle<Element>,
  { kind, name, inForm }: Control,
): Promise<string | undefined> {
  const { page } = tab;
  await element.scrollIntoViewIfNeeded();
  // What the mouse over it or the focus changes is not the click's doing.
  if (kind !== 'file') await element.hover({ timeout: PATIENCE_MS });
  await element.focus().catch(() => undefined);
  await tab.rest();
  const valueOf = () =>
    element
      .evaluate((node) => {
        const field = node instanceof HTMLLabelElement ? node.control : node;
        if (field instanceof HTMLInputElement) return String(field.checked);
        return field instanceof HTMLSelectElement ? field.value : '';
      })
      .catch(() => 'gone');
  const before = { url: page.url(), value: await valueOf(), effects: tab.effects.length };
  await page.evaluate(() => window.walk.arm());
  if (kind === 'select') {
    const other = await element.evaluate(
      (node) =>
        [...(node as HTMLSelectElement).options].find(
          ({ value, disabled }) => !disabled && value !== (node as HTMLSelectElement).value,
        )?.value,
    );
    if (other === undefined) return 'offers nothing else to choose';
    await element.selectOption(other, { timeout: PATIENCE_MS });
  } else await element.click({ timeout: PATIENCE_MS });
  const somethingCame = async (): Promise<boolean> => {
    if (page.url() !== before.url || tab.effects.length > before.effects) return true;
    if (kind === 'choice' && (await valueOf()) !== before.value) return true;
    if (kind === 'select' && (inForm || fields.some((field) => field.test(name))) && (await valueOf()) !== before.value)
      return true;
    // Gone with the document: another one was opened.
    return page.evaluate(() => window.walk.effects.length > 0).catch(() => true);
  };
  try {
    await expect.poll(somethingCame, { timeout: PATIENCE_MS, intervals: [10, 20, 50, 100] }).toBe(true);
    return undefined;
  } catch {
    return 'changes nothing';
  }
}

/** Whether a click would come to one of the page's `controls()`, without clicking; what is in its way, or undefined. */
export async function outOfReach(tab: Tab, index: number): Promise<string | undefined> {
  const element = (await tab.page.evaluateHandle((at) => window.walk.element(at), index)).asElement();
  if (!element) return 'is gone';
  try {
    await element.click({ trial: true, timeout: PATIENCE_MS });
    return undefined;
  } catch (error) {
    // Looking at the others has scrolled a row of pictures to its end: there is no next one any more.
    return (await element.isDisabled()) ? undefined : cannotBeClicked(error);
  }
}

/** Opens the page anew and uses the control; what is wrong with it, or undefined. */
export async function tryControl(tab: Tab, like: string): Promise<string | undefined> {
  await tab.open();
  let found = await find(tab, like);
  const until = Date.now() + PATIENCE_MS;
  while (!found && Date.now() < until) {
    await tab.rest();
    found = await find(tab, like);
  }
  if (!found) return 'is not there when the page is opened again';
  try {
    return await use(tab, found.element, found.control);
  } catch (error) {
    return cannotBeClicked(error);
  }
}
