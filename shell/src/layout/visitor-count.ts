import { storageKeys } from '@rangavalli/contracts/browser';

/** Specification §4, §9. */
const DEFAULT_COUNT = 8798;

export function countVisit(storage: Pick<Storage, 'getItem' | 'setItem'>): number {
  const stored = Number.parseInt(storage.getItem(storageKeys.visitorCount) ?? '', 10);
  const count = (Number.isSafeInteger(stored) && stored > 0 ? stored : DEFAULT_COUNT) + 1;
  storage.setItem(storageKeys.visitorCount, String(count));
  return count;
}
