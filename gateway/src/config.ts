import { networkInterfaces } from 'node:os';
import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { baseConfig } from '@rangavalli/service-kit/config';
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

/** `true`, `false`, or the proxies' addresses and ranges, comma-separated. */
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
    PUBLIC_URL: httpUrl,
    CORS_ORIGINS: origins.default([]),
    TRUST_PROXY: trustProxy,
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    RATE_LIMIT_GENERAL: z.coerce.number().int().min(1).default(600),
    /** From one address per minute. */
    RATE_LIMIT_CREDENTIALS: z.coerce.number().int().min(1).default(20),

    /** 0 disables the cache. */
    CACHE_BYTES: z.coerce
      .number()
      .int()
      .min(0)
      .default(64 * 1024 * 1024),

    ...byAddress(services, httpUrls),
    SHELL_URL: httpUrls,
    ...byAddress(remoteSlices, httpUrls),
    /** Serves `/media/*`; by default browsers load pictures from MEDIA_ORIGIN. */
    CLOUDINARY_DELIVERY_URL: httpUrl.optional(),
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
