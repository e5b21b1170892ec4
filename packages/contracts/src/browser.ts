/** Names on which the frontends agree inside one browser (specification §3 "Browser storage", §4). */

/** Keys of local storage. */
export const storageKeys = { token: 'token', user: 'user', visitorCount: 'visitor-count', recentlySeen: 'recently-seen', guestCart: 'guest-cart' } as const;

/** Events on `window`. `authChange` is documented; the others are named `team:what-happened`. */
export const windowEvents = {
  /** The session began or ended. No detail. */
  authChange: 'authChange',
  /** The cart's content changed. Detail: `CartChanged`. */
  cartChanged: 'checkout:cart-changed',
  /** Ask the shell to show a toast. Detail: `ToastRequested`. */
  toastRequested: 'shell:toast-requested',
} as const;

/** Detail of `checkout:cart-changed`. `count` is the number of pieces, where the sender knows it. */
export interface CartChanged {
  count?: number;
}

/** Detail of `shell:toast-requested`. */
export interface ToastRequested {
  kind: 'success' | 'error' | 'info';
  message: string;
}
