// Lines of carts, checkouts and quotes in commands.
import { z } from 'zod';
import { personalisation } from '../entities/personalisation.js';
import { category, product, taxClass } from '../entities/product.js';
import { instant, objectId, paise, quantity } from '../primitives.js';

export const stockLine = z.object({ productId: objectId, size: z.string(), quantity });
export type StockLine = z.infer<typeof stockLine>;

/** A line of a cart, with what the customer entered for it. */
export const cartLine = stockLine.extend({
  personalisation: personalisation.optional(),
  extraDays: z.int().min(0).optional(),
});
export type CartLine = z.infer<typeof cartLine>;

const pricedLine = stockLine.extend({ name: z.string(), image: z.string().optional(), unitPaise: paise });
export type PricedLine = z.infer<typeof pricedLine>;

/** The product's own; by category when missing. */
const ownTax = { hsn: z.string().optional(), taxClass: taxClass.optional() };

/** What the quote needs; `unitPaise` is the price of a unit now. */
export const heldLine = pricedLine.extend({
  /** The price of a unit outside of the sale; missing without a sale. */
  mrpPaise: paise.optional(),
  category,
  fabric: z.string().optional(),
  ...ownTax,
  tags: z.array(z.string()).optional(),
});
export type HeldLine = z.infer<typeof heldLine>;

/** The price of a unit for a time. */
const salePrice = z.object({ pricePaise: paise, from: instant.optional(), until: instant.optional() });
export type SalePrice = z.infer<typeof salePrice>;

/** A line of a cart with what its price depends on. */
export const linePrice = stockLine.extend({
  personalisation: personalisation.optional(),
  pricePaise: paise,
  sale: salePrice.optional(),
  category,
  fabric: z.string().optional(),
  ...ownTax,
  tags: z.array(z.string()).optional(),
});

export const catalogProduct = product
  .omit({ price: true, sale: true })
  .extend({ pricePaise: paise, sale: salePrice.optional() });
export type CatalogProduct = z.infer<typeof catalogProduct>;
