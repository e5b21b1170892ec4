import { z } from 'zod';
import { sizeStock } from './entities/product.js';

/**
 * What every fragment takes, as schemas, so that two releases can be compared (`tools/release`). Browsers get the types
 * only (`fragments.ts`): nothing that runs in one may import this file.
 */
const handler = z.custom<() => void>((value) => typeof value === 'function');

/** Props of every fragment, by its name. */
export const fragmentProps = {
  /** The product as the fragment needs it; `sizeStock` where its stock is counted by size. */
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
  /** The number on the cart icon; draws nothing while it is 0 or unknown. */
  CartBadge: z.object({}),
  /** Who is signed in, in the header; draws the documented Login and Signup, or Logout. */
  AccountMenu: z.object({
    /** Called after any of its links or buttons was used: the mobile menu closes itself then. */
    onNavigate: handler.optional(),
    /** `bar` stands in the desktop header, `list` in the mobile menu. */
    layout: z.enum(['bar', 'list']).optional(),
  }),
} as const;
