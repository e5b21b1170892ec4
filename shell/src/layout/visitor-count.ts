import { storageKeys } from '@rangavalli/contracts/browser';

/** What the counter starts from in a browser that has none (specification §4, §9). */
export const FIRST_COUNT = 8798;

/** Counts one more visit: the stored number, or 8798, plus 1; saved and given back. */
export function countVisit(storage: Pick<Storage, 'getItem' | 'setItem'>): number {
  const stored = Number.parseInt(storage.getItem(storageKeys.visitorCount) ?? '', 10);
  const count = (Number.isSafeInteger(stored) && stored > 0 ? stored : FIRST_COUNT) + 1;
  storage.setItem(storageKeys.visitorCount, String(count));
  return count;
}
