import type { Seen } from './in-page.js';
import type { Kind } from './transfers.js';

/** What one visit to a page gave. Times in ms, sizes in bytes as transferred. */
export interface Figures {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** From the first touch to the next frame. */
  inp: number;
  /** From the first touch until the page looks otherwise; undefined when it never did. */
  answer: number | undefined;
  js: number;
  bytes: number;
  requests: number;
  /** Of the next visit to the same page in the same browser. */
  repeatFcp: number;
  repeatLcp: number;
}

export interface Visit extends Figures {
  /** Which element was the largest. */
  largest: string;
  repeatLargest: string;
  /** The element that shifted most, if any did. */
  shifted: string;
  byKind: Record<Kind, number>;
}

/** Longer tasks block a touch: what is beyond counts, ms. */
const BLOCKING_MS = 50;
/** Shifts less than a second apart belong together, five seconds at most (web.dev/cls). */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;

/** Total blocking time: from the first paint on, what long tasks take beyond 50 ms each. */
export const blockingTime = ({ fcp, longTasks }: Pick<Seen, 'fcp' | 'longTasks'>): number =>
  longTasks
    .filter(({ at, ms }) => at + ms > fcp)
    .reduce((sum, { at, ms }) => sum + Math.max(0, Math.min(ms, at + ms - fcp) - BLOCKING_MS), 0);

/** Cumulative layout shift: the worst of the windows in which shifts follow one another. */
export function layoutShift(shifts: Seen['shifts']): number {
  let worst = 0;
  let score = 0;
  let began = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const shift of shifts) {
    if (shift.at - last > SHIFT_GAP_MS || shift.at - began > SHIFT_WINDOW_MS) [score, began] = [0, shift.at];
    score += shift.score;
    last = shift.at;
    worst = Math.max(worst, score);
  }
  return worst;
}

/** The middle one; of an even number the worse of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const worst = (values: readonly number[]): number => Math.max(...values);
