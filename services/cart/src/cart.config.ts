import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

/** What the cart reads from its environment besides the usual. */
export const cartConfig = serviceConfig.extend({
  /** Showing a cart may rest on product facts of this age, ms; changing one never does. 0 asks every time. */
  PRODUCT_FACTS_MS: z.coerce.number().int().min(0).default(500),
  /** How long the catalog is waited for, ms; at most a second when its last word is known. */
  CATALOG_DEADLINE_MS: z.coerce.number().int().min(100).default(3_000),
});

export type CartConfig = z.infer<typeof cartConfig>;
