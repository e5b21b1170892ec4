import type { z } from 'zod';
import type { windowEventDetails } from './window-event-details.js';

/** Local storage keys (specification §3 "Browser storage"). */
export const storageKeys = {
  token: 'token',
  user: 'user',
  visitorCount: 'visitor-count',
  recentlySeen: 'recently-seen',
  guestCart: 'guest-cart',
  guestWishlist: 'guest-wishlist',
} as const;

/** Local storage; apart from the others, which load with every page. */
export const DELIVERY_PIN_KEY = 'delivery-pin';

/** Session storage keys; logging out removes them. */
export const sessionStorageKeys = { checkoutForm: 'checkout-form' } as const;

/** `window` events (specification §4); schemas: `window-event-details.ts`. */
export const windowEvents = {
  authChange: 'authChange',
  cartChanged: 'checkout:cart-changed',
  toastRequested: 'shell:toast-requested',
} as const satisfies Record<string, keyof typeof windowEventDetails>;

/** Reads that the service worker stores for offline use. */
export const offlineReads = [{ path: '/api/products/getAll' }, { path: '/api/products/getOne/:id' }] as const;

type Detail<Name extends keyof typeof windowEventDetails> = z.infer<(typeof windowEventDetails)[Name]>;
export type CartChanged = Detail<'checkout:cart-changed'>;
export type ToastRequested = Detail<'shell:toast-requested'>;
