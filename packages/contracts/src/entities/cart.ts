import { z } from 'zod';
import { quantity } from '../primitives.js';
import { personalisation } from './personalisation.js';
import { product } from './product.js';
import { couponProblem } from './quote.js';

/** `addedPrice`: rupees, when the line last changed (specification §3). */
const cartItem = z
  .object({
    product,
    size: z.string(),
    personalisation: personalisation.optional(),
    quantity,
    addedPrice: z.number().optional(),
  })
  .meta({ id: 'CartItem' });
export type CartItem = z.infer<typeof cartItem>;

/** `total` in rupees, at current prices. */
export const cart = z.object({ items: z.array(cartItem), total: z.number(), count: z.int() }).meta({ id: 'Cart' });
export type Cart = z.infer<typeof cart>;

export const mergeNote = z.object({
  productId: z.string(),
  size: z.string(),
  personalisation: personalisation.optional(),
  name: z.string().optional(),
  wanted: quantity,
  taken: z.int().min(0),
  code: z.string(),
  message: z.string(),
});
export type MergeNote = z.infer<typeof mergeNote>;

/** A coupon stays in the cart when it stops qualifying, with the `problem` and without a discount. */
export const cartCoupon = z
  .object({ code: z.string(), problem: couponProblem.omit({ details: true }).optional() })
  .meta({ id: 'CartCoupon' });
export type CartCoupon = z.infer<typeof cartCoupon>;
