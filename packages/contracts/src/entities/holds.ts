import { z } from 'zod';
import { instant, objectId, orderNumber, pageQuery, quantity } from '../primitives.js';

/** Units that an unpaid checkout holds. */
export const stockHold = z
  .object({
    orderId: objectId,
    orderNumber,
    customer: z.object({ id: objectId, name: z.string().optional(), email: z.string().optional() }),
    /** Address of the visitor; of IPv6 the /64 prefix. */
    network: z.string().optional(),
    lines: z.array(z.object({ productId: objectId, name: z.string(), size: z.string(), quantity })),
    units: z.int().min(1),
    renewals: z.int().min(0),
    startedAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'StockHold' });
export type StockHold = z.infer<typeof stockHold>;

/** `q`: order number or id, network, or words that begin the customer's name or email or a product's name. */
export const holdsQuery = pageQuery.extend({ q: z.string().trim().max(80).optional() });
