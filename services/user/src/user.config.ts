import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

/** Rejected passwords per email address before logins are rate limited. */
export const MAX_LOGIN_FAILURES = 10;
export const LOGIN_FAILURE_WINDOW_MS = 15 * 60_000;

export const PASSWORD_RESET_VALID_MINUTES = 30;
/** At most one password reset email per account in this time, ms. */
export const PASSWORD_RESET_INTERVAL_MS = 60_000;

/** Unused sessions expire after this time, ms. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

export const userConfig = serviceConfig
  .extend({
    /** Lifetime of an access token, seconds; at most a day, so that the previous signing key outlives its tokens. */
    ACCESS_TOKEN_TTL_S: z.coerce.number().int().min(60).max(86_400).default(900),
    /** A start creates a new signing key when the newest is older, days. */
    SIGNING_KEY_MAX_AGE_DAYS: z.coerce.number().int().min(1).default(90),
    /** JSON file with the shop's own accounts: `{admin: {email, password}, shopper: {email, password}}`. */
    ACCOUNTS_FILE: z.string().optional(),
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    /** Address of the storefront: for the password reset link; https makes the refresh cookie Secure. */
    PUBLIC_URL: z.url().optional(),
  })
  .refine((config) => !(config.NODE_ENV === 'production' && config.RATE_LIMIT === 'off'), {
    path: ['RATE_LIMIT'],
    error: 'may not be off in production',
  });

export type UserConfig = z.infer<typeof userConfig>;
