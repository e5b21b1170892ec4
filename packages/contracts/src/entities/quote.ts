import { z } from 'zod';
import { paymentMethods } from '../payment-methods.js';
import { objectId, paise, quantity } from '../primitives.js';
import { personalisation } from './personalisation.js';

/** Of one line. Prices include the tax: `taxablePaise` and the taxes add up to net, shipping and fee. Paise. */
const quotedLine = z
  .object({
    /** Of the line of the order; missing in the quote of a cart. */
    lineId: z.string().optional(),
    productId: objectId,
    size: z.string(),
    personalisation: personalisation.optional(),
    quantity,
    /** The price of a unit now, before offers. */
    unitPaise: paise,
    /** The price of a unit outside of the sale; missing without a sale. */
    mrpPaise: paise.optional(),
    /** `unitPaise` times the quantity. */
    grossPaise: paise,
    /** The line's share of the offers. */
    discountPaise: paise,
    netPaise: paise,
    /** The line's shares of the order's shipping and fee, by value. */
    shippingPaise: paise,
    codFeePaise: paise,
    /** Share of the order's rounding; not taxed. */
    roundOffPaise: z.int(),
    /** What the customer pays for the line: net, shipping, fee and rounding. */
    paidPaise: paise,
    /** Of the tax tariff. */
    hsn: z.string(),
    /** Hundredths of a percent: 1,800 is 18 %. */
    taxBasisPoints: z.int().min(0),
    taxablePaise: paise,
    cgstPaise: paise,
    sgstPaise: paise,
    igstPaise: paise,
  })
  .meta({ id: 'QuotedLine' });
export type QuotedLine = z.infer<typeof quotedLine>;

/** What an order of the lines costs. All sums tie with the lines. Paise. */
export const quote = z
  .object({
    lines: z.array(quotedLine),
    /** Applied offers, in their order. `methods`: the ways to pay that one is for; all when missing. */
    offers: z
      .array(
        z.object({
          code: z.string().optional(),
          title: z.string(),
          discountPaise: paise,
          methods: z.array(z.enum(paymentMethods)).optional(),
        }),
      )
      .optional(),
    /** Of the lines before offers. */
    subtotalPaise: paise,
    discountPaise: paise,
    shippingPaise: paise,
    /** What is missing for free delivery; only where delivery is charged. */
    missingForFreeDeliveryPaise: paise.optional(),
    codFeePaise: paise,
    /** Included in the total. */
    taxPaise: paise,
    roundOffPaise: z.int(),
    totalPaise: paise,
    /** GST state code. */
    placeOfSupply: z.string().optional(),
    /** Of what is bought and paid: equal hashes cost the same. */
    hash: z.string(),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quote>;

/** Why a coupon does not apply. */
export const couponProblem = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type CouponProblem = z.infer<typeof couponProblem>;
