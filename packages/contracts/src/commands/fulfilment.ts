import { z } from 'zod';
import { exportedWaitlistEntry } from '../entities/account-data.js';
import { category } from '../entities/product.js';
import { email, objectId, paise, quantity } from '../primitives.js';

/** Requests to fulfilment. */
export const fulfilmentCommands = {
  /**
   * The longest handling, in working days, with which an order of now arrives at a PIN code (without one, the shop's
   * own) before a date, or before the next festival of that name; -1 if none does. `byCategory`: of products without
   * their own.
   */
  'rpc.fulfilment.arrival.get': {
    request: z.object({ before: z.string(), pincode: z.string().optional() }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('known'),
        maxHandlingDays: z.int().min(-1),
        byCategory: z.record(category, z.int().min(0)),
      }),
      z.object({ outcome: z.literal('unknown_pin') }),
      z.object({ outcome: z.literal('unknown_festival') }),
    ]),
  },
  /**
   * When the lines arrive at a PIN code in India (dates there), and the shipping charge of goods below `freeFromPaise`.
   * Without a PIN code: at the shop's own. Errors: PRODUCT_NOT_FOUND.
   */
  'rpc.fulfilment.promise.get': {
    request: z.object({
      pincode: z.string().optional(),
      lines: z
        .array(z.object({ productId: objectId, quantity, extraDays: z.int().min(0).optional() }))
        .min(1)
        .max(100),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('served'),
        cod: z.boolean(),
        from: z.iso.date(),
        to: z.iso.date(),
        shipping: z.object({ chargePaise: paise, freeFromPaise: paise.optional() }),
      }),
      z.object({ outcome: z.literal('not_served') }),
      z.object({ outcome: z.literal('unknown_pin') }),
    ]),
  },
  /** What is stored about an email address. */
  'rpc.fulfilment.customer.export': {
    request: z.object({ email }),
    reply: z.object({ waitlist: z.array(exportedWaitlistEntry).max(100) }),
  },
} as const;
