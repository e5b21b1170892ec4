import { z } from 'zod';
import { instant, line, objectId, pageInfo, rupees } from '../primitives.js';

/** What a movement of store credit is for. */
export const creditReasons = [
  'gift_card',
  'return',
  'goodwill',
  'order_reserved',
  'order_paid',
  'order_released',
  'order_cancelled',
  'expired',
] as const;

/** One movement of a customer's store credit. Rupees; negative when the balance falls. */
export const creditMovement = z
  .object({
    at: instant,
    reason: z.enum(creditReasons),
    amount: z.number(),
    /** What the customer can spend afterwards. */
    balance: rupees,
    note: z.string().optional(),
    orderId: objectId.optional(),
    /** Name of the member of staff; for staff only. */
    by: z.string().optional(),
  })
  .meta({ id: 'CreditMovement' });
export type CreditMovement = z.infer<typeof creditMovement>;

/** A customer's store credit. Rupees. */
export const storeCredit = z
  .object({
    balance: rupees,
    /** Held by checkouts that are not paid yet. */
    reserved: rupees,
    /** What expires next. */
    nextExpiry: z.object({ amount: rupees, at: instant }).optional(),
    movements: z.array(creditMovement),
    ...pageInfo,
  })
  .meta({ id: 'StoreCredit' });
export type StoreCredit = z.infer<typeof storeCredit>;

/** `requestId` makes a repeated request harmless. */
export const creditGrant = z.object({
  requestId: z.uuid(),
  amount: rupees.min(1).max(100_000),
  reason: z.enum(['return', 'goodwill']),
  note: line(200),
});

/** Shown once, when the card is issued: `RVGC-ABCD-EFGH-JKLM-NPQR`. */
export const giftCardCode = z
  .string()
  .trim()
  .max(40)
  .transform((text) => text.toUpperCase().replace(/[^0-9A-Z]/g, ''))
  .pipe(z.string().regex(/^(?:RVGC)?[0-9A-Z]{16}$/, 'Enter the whole code of the gift card.'))
  .transform((text) => text.slice(-16));

export const giftCardIssue = z.object({
  requestId: z.uuid(),
  amount: rupees.min(100).max(100_000),
  note: line(200).optional(),
});

export const giftCard = z
  .object({
    id: z.string(),
    /** The last four characters of the code. */
    ending: z.string(),
    amount: rupees,
    state: z.enum(['active', 'redeemed', 'withdrawn', 'expired']),
    issuedAt: instant,
    issuedBy: z.string(),
    expiresAt: instant,
    redeemedAt: instant.optional(),
    note: z.string().optional(),
  })
  .meta({ id: 'GiftCard' });
export type GiftCard = z.infer<typeof giftCard>;
