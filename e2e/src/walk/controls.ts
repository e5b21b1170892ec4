import { expect, type ElementHandle } from '@playwright/test';
import type { Control } from './in-page.js';
import type { Tab } from './tab.js';

/** A click without an effect for this long has none. */
const EFFECT_TIMEOUT_MS = 2_500;

/** Selects outside of a form that a button beside them reads: their value is the effect. */
const VALUE_ONLY = /^Size of /;

const describeClickError = (error: unknown): string =>
  `cannot be clicked: ${String(error).split('\n').slice(0, 12).join(' ').slice(0, 400)}`;

interface IndexedControl {
  index: number;
  control: Control;
}

/** Selects the controls to click, by kind: of repeated cards only the first, preferably one that is not selected. */
export function selectControls(
  controls: readonly Control[],
  isWanted: (control: Control) => boolean = () => true,
): Map<string, IndexedControl> {
  const selected = new Map<string, IndexedControl>();
  for (const [index, control] of controls.entries()) {
    if (control.kind === 'link' || !isWanted(control)) continue;
    const previous = selected.get(control.key);
    if (!previous || (previous.control.isSelected && !control.isSelected))
      selected.set(control.key, { index, control });
  }
  return selected;
}

const elementAt = async (tab: Tab, index: number): Promise<ElementHandle<Element> | null> =>
  (await tab.page.evaluateHandle((at) => window.walk.element(at), index)).asElement();

/** Clicks or selects. @returns the fault; undefined when it had an effect */
async function operate(
  tab: Tab,
  element: ElementHandle<Element>,
  { kind, name, inForm }: Control,
): Promise<string | undefined> {
  const { page } = tab;
  await element.scrollIntoViewIfNeeded();
  // Effects of hover and focus do not count.
  if (kind !== 'file') await element.hover({ timeout: EFFECT_TIMEOUT_MS });
  await element.focus().catch(() => undefined);
  await tab.settle();
  const getValue = () =>
    element
      .evaluate((node) => {
        const field = node instanceof HTMLLabelElement ? node.control : node;
        if (field instanceof HTMLInputElement) return String(field.checked);
        return field instanceof HTMLSelectElement ? field.value : '';
      })
      .catch(() => 'gone');
  const before = { url: page.url(), value: await getValue(), effects: tab.effects.length };
  await page.evaluate(() => window.walk.resetEffects());
  if (kind === 'select') {
    const other = await element.evaluate((node) => {
      const { options, value: current } = node as HTMLSelectElement;
      return [...options].find(({ value, disabled }) => !disabled && value !== current)?.value;
    });
    if (other === undefined) return 'has no other option';
    await element.selectOption(other, { timeout: EFFECT_TIMEOUT_MS });
  } else await element.click({ timeout: EFFECT_TIMEOUT_MS });
  const valueCounts = kind === 'choice' || (kind === 'select' && (inForm || VALUE_ONLY.test(name)));
  const hasEffect = async (): Promise<boolean> => {
    if (page.url() !== before.url || tab.effects.length > before.effects) return true;
    if (valueCounts && (await getValue()) !== before.value) return true;
    // Evaluation fails when another document was opened.
    return page.evaluate(() => window.walk.effects.length > 0).catch(() => true);
  };
  try {
    await expect.poll(hasEffect, { timeout: EFFECT_TIMEOUT_MS, intervals: [10, 20, 50, 100] }).toBe(true);
    return undefined;
  } catch {
    return 'changes nothing';
  }
}

/** Checks without clicking that a click would reach the control. @returns the fault, if any */
export async function findObstruction(tab: Tab, index: number): Promise<string | undefined> {
  const element = await elementAt(tab, index);
  if (!element) return 'is gone';
  try {
    await element.click({ trial: true, timeout: EFFECT_TIMEOUT_MS });
    return undefined;
  } catch (error) {
    // Scrolling to other controls may have moved a row to its end, which disables its "next" button.
    return (await element.isDisabled()) ? undefined : describeClickError(error);
  }
}

/** Reloads the page and operates the control. @returns the fault, if any */
export async function tryControl(tab: Tab, key: string): Promise<string | undefined> {
  await tab.open();
  const find = async (): Promise<IndexedControl | undefined> =>
    selectControls(await tab.page.evaluate(() => window.walk.controls())).get(key);
  let found = await find();
  for (const deadline = Date.now() + EFFECT_TIMEOUT_MS; !found && Date.now() < deadline; found = await find())
    await tab.settle();
  const element = found && (await elementAt(tab, found.index));
  if (!found || !element) return 'is missing after a reload';
  try {
    return await operate(tab, element, found.control);
  } catch (error) {
    return describeClickError(error);
  }
}
