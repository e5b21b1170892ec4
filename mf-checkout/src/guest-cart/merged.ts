import { currentSession, type Session } from '@rangavalli/web-kit/session/session';
import { guestCart } from './guest-cart.js';
import { forgetFailure, tellOutcome } from './merge-outcome.js';

/** Whose cart a guest's pieces go to. */
export const ownerOf = (session: Session): string => session.user?._id ?? '';

let underWay: Promise<void> | undefined;

/**
 * Resolves when the pieces that a guest chose are in the cart of the customer who has logged in; at once when there are
 * none. Whoever reads a customer's cart waits for it first, so that nobody sees half of one. What could not be
 * merged stays in the browser, is told (`merge-outcome.ts`), and tried again by the next one who waits. Never rejects.
 */
export function guestCartMerged(): Promise<void> {
  const session = currentSession();
  if (!session) return Promise.resolve();
  const { lines, batches } = guestCart();
  const owner = ownerOf(session);
  if (lines.length === 0 && !batches.some(({ userId }) => userId === owner)) {
    forgetFailure(); // Another tab has done it.
    return Promise.resolve();
  }
  // A file of its own: the badge is on every page, merging happens once a login.
  underWay ??= import('./merge-guest-cart.js')
    .then(({ mergeGuestCart }) => mergeGuestCart(owner))
    .catch((thrown: unknown) => {
      console.warn("The guest's cart could not be merged", thrown);
      tellOutcome({ owner, failed: true });
    })
    .finally(() => {
      underWay = undefined;
    });
  return underWay;
}
