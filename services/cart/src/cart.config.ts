import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

export const cartConfig = serviceConfig.extend({
  /** How old a cached product may be when a cart is shown, ms. Changes of a cart always read the current product. */
  PRODUCT_CACHE_MS: z.coerce.number().int().min(0).default(500),
  /** Deadline of requests to the catalog, ms; at most a second when all products are cached. */
  CATALOG_DEADLINE_MS: z.coerce.number().int().min(100).default(3_000),
});

export type CartConfig = z.infer<typeof cartConfig>;
