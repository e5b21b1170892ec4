import type { z } from 'zod';
import type { windowEventDetails } from './window-event-details.js';

/** Keys of local storage (specification §3 "Browser storage"). */
export const storageKeys = {
  token: 'token',
  user: 'user',
  visitorCount: 'visitor-count',
  recentlySeen: 'recently-seen',
  guestCart: 'guest-cart',
} as const;

/** Events on `window` (specification §4); the schemas of their details are in `window-event-details.ts`. */
export const windowEvents = {
  authChange: 'authChange',
  cartChanged: 'checkout:cart-changed',
  toastRequested: 'shell:toast-requested',
} as const satisfies Record<string, keyof typeof windowEventDetails>;

/** Public reads, `cacheable` in `calls`, that the service worker stores for use without a connection. */
export const offlineReads = [{ path: '/api/products/getAll' }, { path: '/api/products/getOne/:id' }] as const;

type Detail<Name extends keyof typeof windowEventDetails> = z.infer<(typeof windowEventDetails)[Name]>;
export type CartChanged = Detail<'checkout:cart-changed'>;
export type ToastRequested = Detail<'shell:toast-requested'>;
