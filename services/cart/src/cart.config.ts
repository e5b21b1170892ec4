import { retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

export const cartConfig = serviceConfig.extend({
  /** How old a cached product may be when a cart is shown, ms. Changes of a cart always read the current product. */
  PRODUCT_CACHE_MS: z.coerce.number().int().min(0).default(500),
  /** Deadline of requests to the catalog, ms; at most a second when all products are cached. */
  CATALOG_DEADLINE_MS: z.coerce.number().int().min(100).default(3_000),
  /** Deadline of the request for a cart's quote, ms; the cart is shown without it afterwards. */
  QUOTE_DEADLINE_MS: z.coerce.number().int().min(50).default(500),
  /**
   * Carts that nobody changed for so long are deleted: shoppers return for the next season, and data that serves no
   * purpose any more is not kept (DPDP Act 2023, section 8).
   */
  CART_RETENTION_DAYS: retentionDays(365, { minimum: 7 }),
  /** After how many hours without a change customers who have consented are reminded of a cart; 0 for never. */
  CART_REMINDER_HOURS: z.coerce.number().min(0).max(336).default(24),
  /** How often such carts are searched, ms. */
  CART_REMINDER_SWEEP_MS: z.coerce.number().int().min(50).default(600_000),
});

export type CartConfig = z.infer<typeof cartConfig>;
