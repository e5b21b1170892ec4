import type { Figures } from './figures.js';
import type { MeasuredPage } from './pages.js';

/** KB as in the budgets: 1,024 bytes. */
export const KB = 1_024;

/** What a page has to reach at most (issue "The fastest store of its kind"). Times in ms, sizes in bytes. */
export type Aim = Partial<Record<keyof Figures, number>>;

const listing: Aim = { lcp: 900, js: 125 * KB, cls: 0, tbt: 200, repeatLcp: 300 };

export const aims: Record<MeasuredPage['name'], Aim> = {
  home: { lcp: 600, js: 100 * KB, cls: 0, tbt: 200, repeatLcp: 300 },
  collection: listing,
  product: { ...listing, answer: 200 },
  search: { repeatLcp: 300 },
  cart: {},
};

/** The CLS of a page that stands still: a hundredth of a hundredth is the browser's rounding, not a shift. */
const STILL = 0.000_5;

/** Whether a figure is what it should be; undefined where nothing is asked of it. */
export function holds(aim: number | undefined, figure: number | undefined, name: keyof Figures): boolean | undefined {
  if (aim === undefined) return undefined;
  return figure !== undefined && figure <= (name === 'cls' ? aim + STILL : aim);
}
