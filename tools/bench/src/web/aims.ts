import { pageBudget } from '@rangavalli/build-kit/budget/budget';
import type { Figures } from './figures.js';
import type { MeasuredPage } from './pages.js';

export const KB = 1_024;

/** Maximum figures. Times in ms, sizes in bytes. */
export type Aim = Partial<Record<keyof Figures, number>>;

/** Of the service worker and of the file that loads fonts, which the budgets do not contain. */
const REST = 1_600;

/** Times are relative to the reference page: the speed of a machine changes by the hour. */
const rendered: Aim = { lcpRatio: 1.25, tbt: 200, cls: 0, repeatRatio: 0.6, fonts: 45 * KB };

export const aims: Record<MeasuredPage['name'], Aim> = {
  home: { ...rendered, js: pageBudget('home') + REST },
  collection: { ...rendered, js: pageBudget('collection') + REST },
  product: { ...rendered, js: pageBudget('product') + REST, tapResponse: 200, tappableRatio: 2.5, afterScript: 1_000 },
  search: {},
  cart: {},
};

/** Rounding of a CLS of 0. */
const CLS_TOLERANCE = 0.000_5;

/** Returns whether a figure meets its aim; undefined without an aim. */
export function isMet(aim: number | undefined, figure: number | undefined, name: keyof Figures): boolean | undefined {
  if (aim === undefined) return undefined;
  return figure !== undefined && figure <= (name === 'cls' ? aim + CLS_TOLERANCE : aim);
}
