import { BOOKS_RETENTION_DAYS, publicUrlRule, retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Wrong passwords per account and network before a login needs a challenge. */
export const MAX_LOGIN_FAILURES = 5;
/** Wrong passwords per account, from anywhere, before every unknown device needs a challenge. */
export const MAX_ACCOUNT_LOGIN_FAILURES = 100;
/** Wrong passwords or codes in one session, or after the password of a login, before the window must end. */
export const MAX_PROOF_FAILURES = 10;
export const LOGIN_FAILURE_WINDOW_MS = 15 * MINUTE_MS;

export const PASSWORD_RESET_VALID_MINUTES = 30;
export const EMAIL_LINK_VALID_MS = DAY_MS;
/** An email address that was changed can be restored by its old address for this time. */
export const EMAIL_UNDO_VALID_MS = 72 * HOUR_MS;
/** A customer's second factors that are younger end with a reset of the password: a thief may have added them. */
export const FACTOR_TRUST_MS = 72 * HOUR_MS;
export const INVITATION_VALID_MS = 72 * HOUR_MS;
/** Emails of one kind to one address per hour. */
export const MAX_EMAILS_PER_HOUR = 3;
/** Reset links to one address per hour: requested from one network, and from all. */
export const MAX_RESETS_PER_HOUR = { fromNetwork: 3, inAll: 12 } as const;
/** Emailed login codes to one address per hour: requested from one network, and from all. */
export const MAX_LOGIN_CODES_PER_HOUR = { fromNetwork: 5, inAll: 15 } as const;
/** Emailed login codes per network and hour, to all addresses. */
export const MAX_LOGIN_CODES_PER_NETWORK = 100;
/** Attempts at one login code: from one network, and from all. */
export const MAX_LOGIN_CODE_ATTEMPTS = { fromNetwork: 5, inAll: 10 } as const;
export const LOGIN_CODE_VALID_MINUTES = 10;
/** Registrations per network and hour that may reveal that an address is taken. */
export const MAX_TAKEN_EMAILS_PER_HOUR = 5;
/** Requests to change the email address per account, and per network, per hour: each reveals whether it is taken. */
export const MAX_EMAIL_CHANGES_PER_HOUR = 5;

/** Unused sessions expire after this time, ms. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** Sessions expire after this time whatever their use, ms. */
export const CUSTOMER_SESSION_LIFETIME_MS = 90 * DAY_MS;
export const STAFF_SESSION_LIFETIME_MS = 12 * HOUR_MS;
/** Active sessions of one account; another one ends the least recently used. */
export const MAX_SESSIONS = 50;
/** Elevated rights after a step-up, ms. */
export const STEP_UP_MS = 10 * MINUTE_MS;
export const DEVICE_LIFETIME_MS = 365 * DAY_MS;

/** A requested deletion can be cancelled for this time, ms. */
export const DELETION_GRACE_MS = 30 * DAY_MS;
/** Time between the password and the second factor of a login, seconds. */
export const LOGIN_TOKEN_TTL_S = 300;

const dataKey = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
  .transform((value) => Buffer.from(value, 'base64url'));

export const userConfig = serviceConfig
  .extend({
    /** Encrypts stored secrets (`SecretBox`). */
    DATA_KEY: dataKey,
    /** Decrypts what was stored before a rotation (`npm run rotate -- data`); a start encrypts it again. */
    DATA_KEY_PREVIOUS: dataKey.optional(),
    /** Lifetime of an access token, seconds; at most a day, so that the previous signing key outlives its tokens. */
    ACCESS_TOKEN_TTL_S: z.coerce.number().int().min(60).max(86_400).default(900),
    /** A start creates a new signing key or HMAC secret when the newest is older, days. */
    SIGNING_KEY_MAX_AGE_DAYS: z.coerce.number().int().min(1).default(90),
    /** A start replaces signing keys and secrets that were created before this time (`npm run rotate -- jwt`). */
    SIGNING_KEYS_SINCE: z.iso.datetime().optional(),
    /** JSON file with the shop's own accounts: `{admin: {email, password}, shopper: {email, password}}`. */
    ACCOUNTS_FILE: z.string().optional(),
    /** The same JSON as a value, for containers that can't read a file of the host's user. */
    ACCOUNTS: z.string().optional(),
    /** JSON `{email, password}` of the account that creates the demo products: of the role catalogue. */
    SEED_ACCOUNT: z.string().optional(),
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    /** Address of the storefront: for links in emails and for passkeys; https makes cookies Secure. */
    PUBLIC_URL: z.url().optional(),
    /**
     * Order summaries in profiles are deleted so long after the order: copies for its customer, by default as long as
     * the orders themselves are kept. Deleted with the account in any case.
     */
    ORDER_SUMMARY_RETENTION_DAYS: retentionDays(BOOKS_RETENTION_DAYS, { minimum: 30 }),
  })
  .refine((config) => !(config.NODE_ENV === 'production' && config.RATE_LIMIT === 'off'), {
    path: ['RATE_LIMIT'],
    error: 'may not be off in production',
  })
  .refine(publicUrlRule.isMet, publicUrlRule.issue);

export type UserConfig = z.infer<typeof userConfig>;
