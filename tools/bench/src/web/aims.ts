import type { Figures } from './figures.js';
import type { MeasuredPage } from './pages.js';

export const KB = 1_024;

/** Maximum figures. Times in ms, sizes in bytes. */
export type Aim = Partial<Record<keyof Figures, number>>;

const listing: Aim = { lcp: 900, js: 125 * KB, cls: 0, tbt: 200, repeatLcp: 300 };

export const aims: Record<MeasuredPage['name'], Aim> = {
  home: { lcp: 600, js: 100 * KB, cls: 0, tbt: 200, repeatLcp: 300 },
  collection: listing,
  product: { ...listing, tapResponse: 200 },
  search: { repeatLcp: 300 },
  cart: {},
};

/** Rounding of a CLS of 0. */
const CLS_TOLERANCE = 0.000_5;

/** Returns whether a figure meets its aim; undefined without an aim. */
export function isMet(aim: number | undefined, figure: number | undefined, name: keyof Figures): boolean | undefined {
  if (aim === undefined) return undefined;
  return figure !== undefined && figure <= (name === 'cls' ? aim + CLS_TOLERANCE : aim);
}
