import type { Observations } from './in-page.js';
import type { Kind } from './transfers.js';

/** Times in ms, sizes in bytes as transferred. */
export interface Figures {
  fcp: number;
  lcp: number;
  /** LCP of a page with the same first picture and nothing else, in the same minute. */
  referenceLcp: number | undefined;
  /** Of the reference's LCP. */
  lcpRatio: number | undefined;
  tbt: number;
  cls: number;
  /** From the first tap to the next frame. */
  inp: number;
  /** From the first tap to the next painted change; undefined when there was none. */
  tapResponse: number | undefined;
  /** From the navigation until a tap on Add to Cart is accepted: it is queued until the button responds. */
  tappable: number | undefined;
  tappableRatio: number | undefined;
  /** From the navigation to a button that responds to a tap at once. */
  responsive: number | undefined;
  responsiveRatio: number | undefined;
  /** The same from the arrival of the page's script. */
  afterScript: number | undefined;
  /** Of fonts requested before the LCP. */
  fonts: number;
  js: number;
  bytes: number;
  requests: number;
  /** Of the second visit in the same browser. */
  repeatFcp: number;
  repeatLcp: number;
  repeatRatio: number | undefined;
}

export interface Visit extends Figures {
  largest: string;
  repeatLargest: string;
  shifted: string;
  byKind: Record<Kind, number>;
}

/** The excess of longer tasks counts. */
const LONG_TASK_MS = 50;
/** Windows of shifts (web.dev/cls). */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;

export const blockingTime = ({ fcp, longTasks }: Pick<Observations, 'fcp' | 'longTasks'>): number =>
  longTasks
    .filter(({ at, ms }) => at + ms > fcp)
    .reduce((sum, { at, ms }) => sum + Math.max(0, Math.min(ms, at + ms - fcp) - LONG_TASK_MS), 0);

/** Returns the cumulative layout shift: that of the worst window. */
export function layoutShift(shifts: Observations['shifts']): number {
  let worst = 0;
  let score = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const shift of shifts) {
    if (shift.at - last > SHIFT_GAP_MS || shift.at - startedAt > SHIFT_WINDOW_MS) [score, startedAt] = [0, shift.at];
    score += shift.score;
    last = shift.at;
    worst = Math.max(worst, score);
  }
  return worst;
}
