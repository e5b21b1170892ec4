import { z } from 'zod';
import { personalisationFields } from './entities/personalisation.js';
import { product, sizeStock } from './entities/product.js';

const handler = z.custom<() => void>((value) => typeof value === 'function');

/** Schemas can be compared between releases (`tools/release`). Browser code imports types only. */
export const fragmentProps = {
  AddToCart: z.object({
    product: z.object({
      _id: z.string(),
      name: z.string(),
      price: z.number(),
      sale: product.shape.sale,
      stock: z.number(),
      sizes: z.array(z.string()).readonly(),
      sizeStock: z.array(sizeStock).readonly().optional(),
      personalisationFields: personalisationFields.readonly().optional(),
    }),
  }),
  CartBadge: z.object({}),
  AccountMenu: z.object({
    onNavigate: handler.optional(),
    /** `bar`: desktop header; `list`: mobile menu. */
    layout: z.enum(['bar', 'list']).optional(),
  }),
} as const;
