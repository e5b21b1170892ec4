import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

/** What the user service reads from its environment. */
export const userConfig = serviceConfig
  .extend({
    /** Life of a token, seconds; at most a day, so that the key before the newest outlives every token that it signed. */
    ACCESS_TOKEN_TTL_S: z.coerce.number().int().min(60).max(86_400).default(900),
    /** Age at which a start makes a new signing key, days. */
    SIGNING_KEY_MAX_AGE_DAYS: z.coerce.number().int().min(1).default(90),
    /** JSON file with the shop's own accounts: `{admin: {email, password}, shopper: {email, password}}`. */
    ACCOUNTS_FILE: z.string().optional(),
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    /** Where mail is handed in, `smtp://user:password@host:port`. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    /** Without SMTP_URL: mail is written here, a file a letter. */
    MAIL_DIR: z.string().optional(),
    MAIL_FROM: z.string().optional(),
    /** The storefront: for links in mail, and whether the refresh cookie is for https only. */
    PUBLIC_URL: z.url().optional(),
  })
  .refine((config) => !(config.NODE_ENV === 'production' && config.RATE_LIMIT === 'off'), {
    path: ['RATE_LIMIT'],
    error: 'may not be off in production',
  });

export type UserConfig = z.infer<typeof userConfig>;
