import type { z } from 'zod';
import type { windowEventDetails } from './window-event-details.js';

/** Names on which the frontends agree inside one browser (specification §3 "Browser storage", §4). */

/** Keys of local storage. */
export const storageKeys = {
  token: 'token',
  user: 'user',
  visitorCount: 'visitor-count',
  recentlySeen: 'recently-seen',
  guestCart: 'guest-cart',
} as const;

/** Events on `window`. `authChange` is documented; the others are named `team:what-happened`. */
export const windowEvents = {
  /** The session began or ended. No detail. */
  authChange: 'authChange',
  /** The cart's content changed. Detail: `CartChanged`. */
  cartChanged: 'checkout:cart-changed',
  /** Ask the shell to show a toast. Detail: `ToastRequested`. */
  toastRequested: 'shell:toast-requested',
} as const;

type Detail<Name extends keyof typeof windowEventDetails> = z.infer<(typeof windowEventDetails)[Name]>;

/** Detail of `checkout:cart-changed`. */
export type CartChanged = Detail<'checkout:cart-changed'>;

/** Detail of `shell:toast-requested`. */
export type ToastRequested = Detail<'shell:toast-requested'>;
