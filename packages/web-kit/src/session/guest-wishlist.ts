import { storageKeys } from '@rangavalli/contracts/browser';
import { call } from '../data/api.js';
import { asApiError } from '../data/api-error.js';

const MAX_WISHES = 50;
let pending: Promise<void> | undefined;

/** Returns the ids of the products that a guest has put on the wishlist in this browser, newest first. */
export function guestWishes(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKeys.guestWishlist) ?? '[]');
    const isId = (id: unknown): id is string => typeof id === 'string' && /^[\da-f]{24}$/.test(id);
    return Array.isArray(value) ? value.filter(isId).slice(0, MAX_WISHES) : [];
  } catch {
    return [];
  }
}

/** Returns whether the browser could store them. */
export function storeGuestWishes(ids: readonly string[]): boolean {
  try {
    if (ids.length === 0) localStorage.removeItem(storageKeys.guestWishlist);
    else localStorage.setItem(storageKeys.guestWishlist, JSON.stringify(ids.slice(0, MAX_WISHES)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Adds a guest's wishes to the wishlist of the customer who has logged in; readers of the wishlist await it first. A
 * wish stays in the browser until the server has it. Never rejects.
 */
export function mergeGuestWishes(): Promise<void> {
  if (guestWishes().length === 0) return Promise.resolve();
  pending ??= mergeAll().finally(() => {
    pending = undefined;
  });
  return pending;
}

async function mergeAll(): Promise<void> {
  // The oldest first, so that the order of the wishlist is the guest's.
  for (const id of guestWishes().toReversed()) {
    try {
      await call('PUT /wishlist/{id}', { params: { id } });
    } catch (thrown) {
      // A product that is gone is dropped; anything else is retried by the next reader.
      if (asApiError(thrown).status !== 404) return;
    }
    storeGuestWishes(guestWishes().filter((other) => other !== id));
  }
}
