import type { UserConfig } from '../user.config.js';

const DAY_MS = 86_400_000;
export const CACHE_TTL_MS = 60_000;
/** A new key or secret signs after this time, when every process has loaded it, ms. */
const ACTIVATION_DELAY_MS = 2 * CACHE_TTL_MS;

/** Whether a start replaces a key or secret of this age. */
export function isRotationDue(
  { createdAt }: { createdAt: Date },
  { SIGNING_KEY_MAX_AGE_DAYS, SIGNING_KEYS_SINCE }: Pick<UserConfig, 'SIGNING_KEY_MAX_AGE_DAYS' | 'SIGNING_KEYS_SINCE'>,
): boolean {
  const oldest = Date.now() - SIGNING_KEY_MAX_AGE_DAYS * DAY_MS;
  return createdAt.getTime() < Math.max(oldest, Date.parse(SIGNING_KEYS_SINCE ?? '') || 0);
}

export const isActivated = ({ createdAt }: { createdAt: Date }, now = Date.now()): boolean =>
  now - createdAt.getTime() >= ACTIVATION_DELAY_MS;
