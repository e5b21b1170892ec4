import type { OrderRecord } from '../store/order.schema.js';

/** So long before its end, the customer's next attempt replaces the checkout, whose link is then cancelled. */
const LAST_MS = 60_000;

/**
 * Returns when the customer of a failed payment is sent a link: when they have not tried again for `pauseMs`, but
 * before the checkout ends.
 */
export function failureNoticeAt(
  { holdExpiresAt }: Pick<OrderRecord, 'holdExpiresAt'>,
  pauseMs: number,
  now = Date.now(),
): Date {
  const last = (holdExpiresAt?.getTime() ?? now) - LAST_MS;
  const soonest = now + Math.min(pauseMs, LAST_MS);
  return new Date(Math.max(soonest, Math.min(now + pauseMs, last)));
}
