// Beside the component: hot reload replaces only modules that export nothing but components.
import { storageKeys } from '@rangavalli/contracts/browser';

/** Share of the footer in view at which it appears (specification §9). */
export const REVEAL_AT = 0.2;

/** Specification §4, §9. */
const DEFAULT_COUNT = 8798;

export function countVisit(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const stored = Number.parseInt(storage.getItem(storageKeys.visitorCount) ?? '', 10);
  const count = (Number.isSafeInteger(stored) && stored > 0 ? stored : DEFAULT_COUNT) + 1;
  storage.setItem(storageKeys.visitorCount, String(count));
  return count;
}
