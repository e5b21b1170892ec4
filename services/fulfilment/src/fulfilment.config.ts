import { BOOKS_RETENTION_DAYS, retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

export const fulfilmentConfig = serviceConfig.extend({
  /** How old a product's handling days, weight and price may be in a promise, ms. */
  PRODUCT_CACHE_MS: z.coerce.number().int().min(1).default(60_000),
  /** Entries of the waitlist are deleted after this time: an address without a purpose is not kept (DPDP Act 2023). */
  WAITLIST_RETENTION_DAYS: retentionDays(365, { minimum: 7 }),
  /** Parcels prove deliveries: kept as long as books of account. */
  SHIPMENT_RETENTION_DAYS: retentionDays(BOOKS_RETENTION_DAYS, { minimum: 365 }),
});

export type FulfilmentConfig = z.infer<typeof fulfilmentConfig>;
