import { z } from 'zod';
import { instant, objectId, orderNumber, pageQuery } from '../primitives.js';

/** `requested`: Razorpay has not created it yet. */
export const paymentLinkState = z.enum(['requested', 'open', 'paid', 'expired', 'cancelled']);
export type PaymentLinkState = z.infer<typeof paymentLinkState>;

/** What the customer of the order sees. `amount` in rupees. */
export const pendingPaymentLink = z
  .object({
    orderId: objectId,
    orderNumber,
    amount: z.number(),
    url: z.url(),
    expiresAt: instant,
  })
  .meta({ id: 'PendingPaymentLink' });
export type PendingPaymentLink = z.infer<typeof pendingPaymentLink>;

/** A row of the payments admin. `amount` in rupees; `url` once Razorpay has created it. */
export const adminPaymentLink = z
  .object({
    orderId: objectId,
    orderNumber,
    amount: z.number(),
    state: paymentLinkState,
    url: z.url().optional(),
    customer: z.object({
      name: z.string().optional(),
      email: z.string().optional(),
      contact: z.string().optional(),
    }),
    /** The member of staff who sent it, or `Shop` after a failed payment; the customer when missing. */
    requestedBy: z.string().optional(),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'AdminPaymentLink' });
export type AdminPaymentLink = z.infer<typeof adminPaymentLink>;

export const paymentLinksQuery = pageQuery.extend({ state: paymentLinkState.optional() });
