import { z } from 'zod';
import { quantity } from '../primitives.js';
import { product } from './product.js';

/**
 * A line of a cart: product (object), size, quantity (specification §3).
 * `addedPrice`: rupees a piece when it was put in or last changed, for telling that a price has changed since.
 */
export const cartItem = z
  .object({ product, size: z.string(), quantity, addedPrice: z.number().optional() })
  .meta({ id: 'CartItem' });
export type CartItem = z.infer<typeof cartItem>;

/** A cart with its total in rupees at today's prices. */
export const cart = z.object({ items: z.array(cartItem), total: z.number(), count: z.int() }).meta({ id: 'Cart' });
export type Cart = z.infer<typeof cart>;

/** Why a guest's line came into the customer's cart with fewer pieces than it had, or not at all. */
export const mergeNote = z.object({
  productId: z.string(),
  size: z.string(),
  name: z.string().optional(),
  wanted: quantity,
  taken: z.int().min(0),
  code: z.string(),
  message: z.string(),
});
export type MergeNote = z.infer<typeof mergeNote>;
