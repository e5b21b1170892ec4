import { networkInterfaces } from 'node:os';
import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { baseConfig, publicUrlRule } from '@rangavalli/service-kit/config';
import { identityPrivateKey } from '@rangavalli/service-kit/http/identity-keys';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** `::` cannot be bound on a machine without IPv6. */
const allInterfaces = () =>
  Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.family === 'IPv6')
    ? '::'
    : '0.0.0.0';

function splitList(text: string) {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/**
 * `false`; `true` for one proxy in front; or the proxies' addresses and ranges, comma-separated. Proxies append to what
 * the client sent, so that only the addresses that they added count.
 */
const trustProxy = z
  .string()
  .default('false')
  .transform((text): boolean | string[] => (text === 'true' || text === 'false' ? text === 'true' : splitList(text)));

const origins = z
  .string()
  .transform(splitList)
  .pipe(z.array(httpUrl.transform((url) => new URL(url).origin)));

/** Of equal instances, comma-separated. */
const httpUrls = z.string().transform(splitList).pipe(z.array(httpUrl).min(1));

export const gatewayConfig = baseConfig
  .extend({
    HOST: z.string().default(allInterfaces),
    /** JWK: signs who sends a request. The services have its public key only. */
    IDENTITY_PRIVATE_KEY: identityPrivateKey,
    PUBLIC_URL: httpUrl,
    CORS_ORIGINS: origins.default([]),
    TRUST_PROXY: trustProxy,
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    RATE_LIMIT_GENERAL: z.coerce.number().int().min(1).default(600),
    /** From one address per minute. */
    RATE_LIMIT_CREDENTIALS: z.coerce.number().int().min(1).default(20),
    /** Documents, from one address per minute. */
    RATE_LIMIT_PAGES: z.coerce.number().int().min(1).default(300),
    /** Scripts, styles and pictures, from one address per minute. */
    RATE_LIMIT_FILES: z.coerce.number().int().min(1).default(6_000),
    RATE_LIMIT_SITEMAPS: z.coerce.number().int().min(1).default(10),
    /** Calls of the shell's server, which has SHELL_API_KEY, from one address per minute. */
    RATE_LIMIT_SHELL: z.coerce.number().int().min(1).default(12_000),
    /** Interval at which counted searches are sent to the catalog. */
    SEARCH_COUNT_INTERVAL_MS: z.coerce.number().int().min(50).default(5_000),
    SHELL_API_KEY: z.string().min(32).optional(),
    /** Accepted beside SHELL_API_KEY during a rotation. */
    SHELL_API_KEY_PREVIOUS: z.string().min(32).optional(),
    /** Signs proof-of-work challenges; equal in all gateways. By default each process has its own. */
    CHALLENGE_SECRET: z.string().min(32).optional(),
    /** Verifies the challenges from before a rotation. */
    CHALLENGE_SECRET_PREVIOUS: z.string().min(32).optional(),

    /** 0 disables the cache. */
    CACHE_BYTES: z.coerce
      .number()
      .int()
      .min(0)
      .default(64 * 1024 * 1024),

    /** For pages and remotes' files, ms. */
    PAGE_DEADLINE_MS: z.coerce.number().int().min(100).default(6_000),
    ...byAddress(services, httpUrls),
    SHELL_URL: httpUrls,
    ...byAddress(remoteSlices, httpUrls),
    /** Serves `/media/*`; by default browsers load pictures from MEDIA_ORIGIN. */
    CLOUDINARY_DELIVERY_URL: httpUrl.optional(),
    MEDIA_ORIGIN: httpUrl.default('https://res.cloudinary.com'),

    RAZORPAY_KEY_ID: z.string().min(1),
    RAZORPAY_CHECKOUT_URL: httpUrl.default('https://checkout.razorpay.com/v1/checkout.js'),
    CLOUDINARY_UPLOAD_URL: httpUrl,
    CLOUDINARY_FOLDER: z.string().default('rangavalli/products'),
  })
  .refine((config) => !(config.NODE_ENV === 'production' && config.RATE_LIMIT === 'off'), {
    path: ['RATE_LIMIT'],
    error: 'may not be off in production',
  })
  .refine(publicUrlRule.isMet, publicUrlRule.issue)
  .superRefine(({ NODE_ENV, SHELL_API_KEY, CHALLENGE_SECRET }, context) => {
    if (NODE_ENV !== 'production') return;
    for (const [name, value] of Object.entries({ SHELL_API_KEY, CHALLENGE_SECRET })) {
      if (value === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is needed in production' });
    }
  });

export type GatewayConfig = z.infer<typeof gatewayConfig>;

/** Whether browsers reach the store by TLS. */
export const isSecure = ({ PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>): boolean =>
  new URL(PUBLIC_URL).protocol === 'https:';
