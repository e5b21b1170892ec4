import { z } from 'zod';
import { paymentMethods } from '../payment-methods.js';
import { instant, line, objectId, orderNumber, orderReference, pageQuery, rupees } from '../primitives.js';

/** Cash that the courier collects for an order. Rupees. */
export const orderCash = z
  .object({
    due: z.number(),
    collectedAt: instant.optional(),
    /** When the customer refused the parcel at the door. */
    refusedAt: instant.optional(),
    /** When the courier paid it to the shop. */
    remittedAt: instant.optional(),
  })
  .meta({ id: 'OrderCash' });
export type OrderCash = z.infer<typeof orderCash>;

/** A whole PIN code, or its first digits. */
const pinPrefix = z
  .string()
  .trim()
  .regex(/^[1-9]\d{2,5}$/, 'Enter PIN codes of 6 digits, or their first 3 to 5 digits.');

/** Rules of cash on delivery. Rupees. */
export const codSettings = z
  .object({
    isEnabled: z.boolean(),
    /** Of the goods, after offers. */
    minimum: rupees,
    maximum: rupees,
    /** Whole rupees, so that the total with it is the online total plus the fee, rounded or not. */
    fee: z.int().min(0).max(10_000),
    blockedPins: z.array(pinPrefix).max(2_000),
    /** So many refused parcels in `refusalDays` days, and the customer pays online only. */
    maxRefusals: z.int().min(1).max(100),
    refusalDays: z.int().min(1).max(3_650),
    /** Whether personalised products may be paid in cash: no other customer can buy them. */
    allowsPersonalised: z.boolean(),
    /** Paid online when the rest is paid on delivery, per cent of the total; 0 does not offer it. Default 20. */
    advancePercent: z.int().min(0).max(90).optional(),
  })
  .refine(({ minimum, maximum }) => minimum <= maximum, {
    path: ['maximum'],
    message: 'The maximum must not be below the minimum.',
  })
  .meta({ id: 'CodSettings' });
export type CodSettings = z.infer<typeof codSettings>;

/** Why a method may not be used. */
export const methodRefusal = z.enum([
  'disabled',
  'below_minimum',
  'above_maximum',
  'pin_blocked',
  'abroad',
  'personalised',
  'refusals',
]);
export type MethodRefusal = z.infer<typeof methodRefusal>;

/** A way to pay for the current cart. Rupees. */
export const methodOffer = z
  .object({
    method: z.enum(paymentMethods),
    isAvailable: z.boolean(),
    /** Why not. */
    reason: methodRefusal.optional(),
    message: z.string().optional(),
    fee: z.number(),
    totalAmount: z.number(),
    /** Of the quote behind these sums; the checkout is refused when it has changed. */
    quoteHash: z.string().optional(),
    /** How the total is shared; what is missing is nothing. */
    creditAmount: z.number().optional(),
    payNow: z.number().optional(),
    /** Cards offer EMI for this sum. */
    hasEmi: z.boolean().optional(),
    dueOnDelivery: z.number().optional(),
  })
  .meta({ id: 'PaymentMethodOffer' });
export type MethodOffer = z.infer<typeof methodOffer>;

/** How the customer confirms an order that is paid on delivery. */
export const orderConfirmation = z
  .object({
    channel: z.literal('email'),
    /** Masked: `a•••@example.com`. */
    to: z.string(),
    /** Where the same code went by SMS, masked: `••••••2345`. */
    phone: z.string().optional(),
    expiresAt: instant,
    /** When the same request sends a new code; missing after the last one. */
    resendAt: instant.optional(),
  })
  .meta({ id: 'OrderConfirmation' });
export type OrderConfirmation = z.infer<typeof orderConfirmation>;

/** Cash that a courier has paid to the shop for an order. Rupees. */
export const remittanceRow = z.object({
  orderNumber: z.string().trim().min(1).max(40),
  amount: rupees,
  date: z.iso.date('Enter the date as YYYY-MM-DD.'),
  reference: line(80),
});

/**
 * `matched`: recorded now, or to be recorded. `recorded`: by the same reference before. `not_delivered`: the order is
 * not Delivered yet. `not_cash`: the order is paid online.
 */
export const remittanceOutcome = z.enum([
  'matched',
  'recorded',
  'wrong_amount',
  'already_remitted',
  'not_delivered',
  'not_cash',
  'unknown',
  'invalid',
]);
export type RemittanceOutcome = z.infer<typeof remittanceOutcome>;

export const MAX_REMITTANCE_ROWS = 1_000;

/** Either rows or CSV text with the headings orderNumber, amount, date and reference. */
export const remittances = z
  .object({
    rows: z.array(remittanceRow).min(1).max(MAX_REMITTANCE_ROWS).optional(),
    csv: z.string().max(200_000).optional(),
    /** Only compares; records nothing. */
    isPreview: z.boolean().optional(),
  })
  .refine(({ rows, csv }) => (rows === undefined) !== (csv === undefined), 'Please send either rows or csv.');

export const remittanceResult = z
  .object({
    /** As in a spreadsheet with headings in row 1. */
    row: z.int().min(1),
    orderNumber: z.string(),
    amount: z.number().optional(),
    date: z.string().optional(),
    reference: z.string().optional(),
    outcome: remittanceOutcome,
    /** What the customer owed. */
    expected: z.number().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'RemittanceResult' });
export type RemittanceResult = z.infer<typeof remittanceResult>;

/** `due`: to be collected. `collected`: by the courier, not paid to the shop yet. `remitted`: paid to the shop. */
export const cashState = z.enum(['due', 'collected', 'remitted']);
export type CashState = z.infer<typeof cashState>;

export const cashQuery = pageQuery.extend({ state: cashState.optional() });

/** The cash of one order. Rupees. */
export const cashEntry = z
  .object({
    orderId: objectId,
    orderNumber,
    customer: z.string(),
    orderedAt: instant,
    status: z.string(),
    state: cashState,
    due: z.number(),
    collectedAt: instant.optional(),
    remittance: z.object({ reference: z.string(), date: z.string(), recordedAt: instant }).optional(),
  })
  .meta({ id: 'CashEntry' });
export type CashEntry = z.infer<typeof cashEntry>;

export const codConfirmation = z.object({
  orderNumber: orderReference,
  /** Six digits; spaces are ignored. */
  code: z
    .string()
    .max(20)
    .overwrite((text) => text.replaceAll(/\s/g, ''))
    .regex(/^\d{6}$/, 'Enter the 6 digits of the code.'),
});
