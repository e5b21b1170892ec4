import { z } from 'zod';
import { returnOutcomes } from '../return-rule.js';
import { instant, line, objectId, orderNumber, orderReference, pageQuery, paragraph, quantity } from '../primitives.js';

const returnOutcome = z.enum(returnOutcomes);
/** `completed`: at least one unit was accepted. */
export const returnState = z.enum(['requested', 'completed', 'refused']);
export type ReturnState = z.infer<typeof returnState>;

/** Missing product: the same one, in another size. */
const exchangeFor = z.object({ productId: objectId.optional(), size: z.string().trim().max(40) });

/** `upiId`: where the money of an order that was paid in cash goes; store credit without. */
export const newReturn = z
  .object({
    requestId: z.uuid().optional(),
    orderId: orderReference,
    lines: z
      .array(
        z
          .object({
            lineId: z.string().min(1).max(40),
            quantity,
            /** One of `returnReasons`, or the customer's own words. */
            reason: line(120),
            outcome: returnOutcome,
            exchangeFor: exchangeFor.optional(),
          })
          .refine(({ outcome, exchangeFor: wanted }) => outcome !== 'exchange' || wanted, {
            path: ['exchangeFor'],
            message: 'Select the size that you want instead.',
          }),
      )
      .min(1, 'Choose at least one item.')
      .max(100)
      .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, 'Name each item once.'),
    comment: paragraph(1_000).optional(),
    upiId: z
      .string()
      .trim()
      .regex(/^[\w.-]{2,60}@[A-Za-z]{2,20}$/, 'Enter a UPI ID, such as asha@okbank.')
      .optional(),
  })
  .meta({ id: 'NewReturn' });

/** `accepted`: all units, none, or that many. A line that is not named is refused. */
export const returnDecision = z
  .object({
    lines: z
      .array(
        z.object({
          lineId: z.string().min(1).max(40),
          accepted: z.union([z.boolean(), z.int().min(0).max(1_000)]),
          /** Back into stock; otherwise the goods are damaged. */
          restock: z.boolean().default(false),
          /** Instead of what the customer requested. */
          outcome: returnOutcome.optional(),
        }),
      )
      .min(1)
      .max(100),
    note: paragraph(500).optional(),
  })
  .meta({ id: 'ReturnDecision' });

const returnLine = z.object({
  lineId: z.string(),
  productId: objectId,
  name: z.string(),
  size: z.string(),
  quantity: z.int(),
  reason: z.string(),
  outcome: returnOutcome,
  exchangeFor: exchangeFor.optional(),
  /** Once decided. */
  accepted: z.int().optional(),
  restocked: z.boolean().optional(),
  /** Rupees. */
  amount: z.number().optional(),
});

/** Goods of a delivered order that come back. Rupees. */
export const orderReturn = z
  .object({
    id: objectId,
    orderId: objectId,
    orderNumber: orderNumber.optional(),
    state: returnState,
    requestedAt: instant,
    customer: z.string(),
    lines: z.array(returnLine),
    comment: z.string().optional(),
    upiId: z.string().optional(),
    decidedAt: instant.optional(),
    note: z.string().optional(),
    /** What the customer gets: to the payment method, as store credit, by UPI, and the value of the exchanged goods. */
    refunded: z.number().optional(),
    credited: z.number().optional(),
    payout: z.number().optional(),
    exchanged: z.number().optional(),
    /** The order with the goods that replace the returned ones. */
    replacementOrderId: objectId.optional(),
  })
  .meta({ id: 'OrderReturn' });
export type OrderReturn = z.infer<typeof orderReturn>;

/** Staff see the returns of all orders, customers their own. */
export const returnsQuery = pageQuery.extend({ orderId: objectId.optional(), state: returnState.optional() });
