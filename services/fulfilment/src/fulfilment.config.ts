import { BOOKS_RETENTION_DAYS, retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

export const fulfilmentConfig = serviceConfig.extend({
  /** How old a product's handling days, weight and price may be in a promise, ms. */
  PRODUCT_CACHE_MS: z.coerce.number().int().min(1).default(60_000),
  /** How old the order service's rules of cash on delivery may be in a promise, ms. */
  CASH_RULES_CACHE_MS: z.coerce.number().int().min(0).default(2_000),
  /** Entries of the waitlist are deleted after this time: an address without a purpose is not kept (DPDP Act 2023). */
  WAITLIST_RETENTION_DAYS: retentionDays(365, { minimum: 7 }),
  /** Of orders without goods in the shop: kept so that late events do not list them again. Without personal data. */
  DISPATCH_RETENTION_DAYS: retentionDays(30, { minimum: 7 }),
  /** Pause between two looks for waiting addresses whose PIN code is served now, ms. */
  WAITLIST_SWEEP_MS: z.coerce.number().int().min(50).default(60_000),
  /** Parcels prove deliveries: kept as long as books of account. */
  SHIPMENT_RETENTION_DAYS: retentionDays(BOOKS_RETENTION_DAYS, { minimum: 365 }),
  /** Shiprocket's API user. Without it, staff type in the numbers of its parcels. */
  SHIPROCKET_EMAIL: z.string().min(1).optional(),
  SHIPROCKET_PASSWORD: z.string().min(1).optional(),
  SHIPROCKET_API_URL: z.url().default('https://apiv2.shiprocket.in'),
  /** Nickname of the shop's address at Shiprocket. */
  SHIPROCKET_PICKUP_LOCATION: z.string().min(1).default('Primary'),
  /** The header `x-api-key` of Shiprocket's webhooks; without it they are refused. */
  SHIPROCKET_WEBHOOK_KEY: z.string().min(1).optional(),
  /** Accepted too while a rotation runs. */
  SHIPROCKET_WEBHOOK_KEY_PREVIOUS: z.string().min(1).optional(),
  /** Delhivery's API token. Without it, staff type in the numbers of its parcels. */
  DELHIVERY_TOKEN: z.string().min(1).optional(),
  DELHIVERY_API_URL: z.url().default('https://track.delhivery.com'),
  /** Name of the shop's warehouse at Delhivery. */
  DELHIVERY_PICKUP_LOCATION: z.string().min(1).default('Primary'),
  /** The header `x-api-key` of Delhivery's pushes, agreed with Delhivery; without it they are refused. */
  DELHIVERY_WEBHOOK_KEY: z.string().min(1).optional(),
  /** Accepted too while a rotation runs. */
  DELHIVERY_WEBHOOK_KEY_PREVIOUS: z.string().min(1).optional(),
  /** Longest time of one request to a courier, ms. */
  COURIER_TIMEOUT_MS: z.coerce.number().int().min(50).default(5_000),
  /** How often bookings and cancellations that are due are tried again, ms. */
  BOOKING_SWEEP_MS: z.coerce.number().int().min(50).default(5_000),
  /** Pause before a booking is tried again, ms; doubled each time, at most ten minutes. */
  BOOKING_RETRY_MS: z.coerce.number().int().min(50).default(10_000),
  /** How often parcels are looked for that their courier has sent no scan of, ms. */
  COURIER_POLL_MS: z.coerce.number().int().min(50).default(60_000),
  /** Their tracking is requested after this time without a scan, ms. */
  COURIER_POLL_AFTER_MS: z.coerce
    .number()
    .int()
    .min(50)
    .default(3 * 3_600_000),
  /** How old a courier's reply about a PIN code may be, ms. */
  COVERAGE_CACHE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(6 * 3_600_000),
  /** How long a promise waits for such a reply; without it, the zones decide. ms. */
  COVERAGE_TIMEOUT_MS: z.coerce.number().int().min(10).default(300),
});

export type FulfilmentConfig = z.infer<typeof fulfilmentConfig>;
