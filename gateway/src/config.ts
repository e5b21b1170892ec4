import { networkInterfaces } from 'node:os';
import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { baseConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Both families where the machine has IPv6, else IPv4 only: binding to `::` fails on the latter. */
const everywhere = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.family === 'IPv6')
    ? '::'
    : '0.0.0.0';

/** `true`, `false`, or the proxies' addresses and ranges (`loopback`, `10.0.0.0/8`) separated by commas. */
const trustProxy = z
  .string()
  .default('false')
  .transform((text): boolean | string[] =>
    text === 'true' || text === 'false' ? text === 'true' : text.split(',').map((part) => part.trim()),
  );

const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(httpUrl.transform((url) => new URL(url).origin)));

/** One address, or those of several processes that are alike, separated by commas. */
const httpUrls = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(httpUrl).min(1));

/** What the gateway reads from its environment. */
export const gatewayConfig = baseConfig
  .extend({
    HOST: z.string().default(everywhere),
    /** The address at which browsers see the store. */
    PUBLIC_URL: httpUrl,
    /** Origins besides PUBLIC_URL's whose pages may call the API. */
    CORS_ORIGINS: origins.default([]),
    TRUST_PROXY: trustProxy,
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    /** Requests a minute of one caller. */
    RATE_LIMIT_GENERAL: z.coerce.number().int().min(1).default(600),
    /** Attempts a minute to log in or register from one address. */
    RATE_LIMIT_CREDENTIALS: z.coerce.number().int().min(1).default(20),

    /** Memory for reads that are the same for everybody, bytes; 0 keeps none. */
    CACHE_BYTES: z.coerce
      .number()
      .int()
      .min(0)
      .default(64 * 1024 * 1024),

    ...byAddress(services, httpUrls),
    SHELL_URL: httpUrls,
    ...byAddress(remoteSlices, httpUrls),
    /** Where `/media/*` lies. Not given: pictures come from MEDIA_ORIGIN directly. */
    CLOUDINARY_DELIVERY_URL: httpUrl.optional(),
    /** The origin of pictures that don't come through `/media`. */
    MEDIA_ORIGIN: httpUrl.default('https://res.cloudinary.com'),

    RAZORPAY_KEY_ID: z.string().min(1),
    RAZORPAY_CHECKOUT_URL: httpUrl.default('https://checkout.razorpay.com/v1/checkout.js'),
    CLOUDINARY_UPLOAD_URL: httpUrl,
    CLOUDINARY_UPLOAD_PRESET: z.string().default('rangavalli'),
    CLOUDINARY_FOLDER: z.string().default('rangavalli/products'),
  })
  .refine((config) => !(config.NODE_ENV === 'production' && config.RATE_LIMIT === 'off'), {
    path: ['RATE_LIMIT'],
    error: 'may not be off in production',
  });

export type GatewayConfig = z.infer<typeof gatewayConfig>;
