import { z } from 'zod';
import { sizeStock } from './entities/product.js';

const handler = z.custom<() => void>((value) => typeof value === 'function');

/**
 * Props of every fragment, as schemas, so that two releases can be compared (`tools/release`). Code that runs in a
 * browser imports types only (`fragments.ts`).
 */
export const fragmentProps = {
  AddToCart: z.object({
    product: z.object({
      _id: z.string(),
      name: z.string(),
      price: z.number(),
      stock: z.number(),
      sizes: z.array(z.string()).readonly(),
      sizeStock: z.array(sizeStock).readonly().optional(),
    }),
  }),
  /** The count on the cart icon; renders nothing while it is 0 or unknown. */
  CartBadge: z.object({}),
  /** Login and Signup, or Logout, in the header. */
  AccountMenu: z.object({
    /** Called after a link or button was used, so that the mobile menu can close. */
    onNavigate: handler.optional(),
    /** `bar`: desktop header; `list`: mobile menu. */
    layout: z.enum(['bar', 'list']).optional(),
  }),
} as const;
