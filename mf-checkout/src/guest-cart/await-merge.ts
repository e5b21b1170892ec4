import { currentSession, type Session } from '@rangavalli/web-kit/session/session';
import { guestCart } from './guest-cart.js';
import { clearMergeFailure, setMergeOutcome } from './merge-outcome.js';

export const ownerOf = (session: Session): string => session.user?._id ?? '';

let pendingMerge: Promise<void> | undefined;

/**
 * Resolves when the guest's lines are in the customer's cart; every reader of that cart awaits it first, so that nobody
 * sees half of a merge. A failed merge stays in the browser, is published (`merge-outcome.ts`), and is retried by the
 * next caller. Never rejects.
 */
export function awaitGuestCartMerge(): Promise<void> {
  const session = currentSession();
  if (!session) return Promise.resolve();
  const { lines, batches } = guestCart();
  const owner = ownerOf(session);
  if (lines.length === 0 && !batches.some(({ userId }) => userId === owner)) {
    clearMergeFailure(); // Another tab has merged it.
    return Promise.resolve();
  }
  // Loaded on demand: the badge is on every page, merging happens once per login.
  pendingMerge ??= import('./merge-guest-cart.js')
    .then(({ mergeGuestCart }) => mergeGuestCart(owner))
    .catch((thrown: unknown) => {
      console.warn('merging the guest cart failed', thrown);
      setMergeOutcome({ owner, failed: true });
    })
    .finally(() => {
      pendingMerge = undefined;
    });
  return pendingMerge;
}
