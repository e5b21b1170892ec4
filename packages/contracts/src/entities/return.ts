import { z } from 'zod';
import { instant, line, objectId, orderNumber, orderReference, pageQuery, paragraph, quantity } from '../primitives.js';
import { returnOutcomes } from '../return-rule.js';
import { courier } from './shipment.js';
import { MAX_PHOTOS, UPLOAD_SLOTS } from '../upload-limits.js';

const returnOutcome = z.enum(returnOutcomes);
/** `completed`: at least one unit was accepted. */
export const returnState = z.enum(['requested', 'completed', 'refused']);
export type ReturnState = z.infer<typeof returnState>;

/** Missing product: the same one, in another size, at the price that was paid. Another one has the price of today. */
const exchangeFor = z.object({ productId: objectId.optional(), size: z.string().trim().max(40) });

const bankAccount = z.object({
  holder: line(120),
  account: z
    .string()
    .trim()
    .regex(/^\d{9,18}$/, 'Enter the account number: 9 to 18 digits.'),
  ifsc: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'Enter an IFSC of 11 characters, such as SBIN0001234.'),
});

/** One upload of the form `requestId`, or by staff of the return that they inspect. */
export const evidenceUpload = z.object({
  orderId: orderReference,
  requestId: z.union([z.uuid(), objectId]),
  kind: z.enum(['photo', 'video']),
  /** From 0; each is good for one file. */
  slot: z
    .int()
    .min(0)
    .max(UPLOAD_SLOTS.photo - 1),
});
const mediaId = z.string().min(1).max(120);
const evidence = z.object({ public_id: z.string(), url: z.string() });

/** `upiId` or `bank`: where the money of an order that was paid in cash goes; store credit without. */
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
    bank: bankAccount.optional(),
    /** Public ids of uploads for `requestId`; the video of the unpacking. */
    photos: z.array(mediaId).max(MAX_PHOTOS).optional(),
    video: mediaId.optional(),
  })
  .refine(({ requestId, photos, video }) => requestId || (!photos?.length && !video), {
    path: ['requestId'],
    message: 'Uploads belong to a request.',
  })
  .meta({ id: 'NewReturn' });

/** How the goods come back: a courier collects them, or the customer sends them; then the shop has them. */
export const returnProgress = ['pickup_arranged', 'picked_up', 'sent', 'received'] as const;

/** Customers enter `sent`, staff all. */
export const returnShipment = z
  .object({
    progress: z.enum(returnProgress),
    courier: line(60).optional(),
    trackingNumber: line(60).optional(),
    /** Of the pick-up, in India. */
    pickupOn: z.iso.date().optional(),
  })
  .meta({ id: 'ReturnShipment' });

/** A courier with an account collects the goods. */
export const returnPickup = z
  .object({
    courier: courier.exclude(['own']),
    /** In India; the courier may come later. */
    pickupOn: z.iso.date(),
  })
  .meta({ id: 'ReturnPickup' });

export const bookedPickup = returnPickup.extend({
  /** The carrier, where the courier is an aggregator. */
  courierName: z.string(),
  awb: z.string(),
  trackingUrl: z.string().optional(),
});

/** `booked` until the courier has the goods; `received` when they have reached the shop. */
export const returnParcelStatus = z.enum(['booked', 'picked_up', 'received', 'cancelled', 'lost']);
export type ReturnParcelStatus = z.infer<typeof returnParcelStatus>;

/** Of money that staff pay to a UPI ID or a bank account. */
export const payoutState = z.enum(['due', 'paid']);

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
    /** Public id of a photo of what is refused. */
    photo: mediaId.optional(),
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
  /** Accepted units that do not go back into stock. */
  damaged: z.int().optional(),
  /** Rupees. */
  amount: z.number().optional(),
});

/** `state` and `url` in the calls of one order and of returns only. */
const returnDue = z.object({
  amount: z.number(),
  payBy: instant,
  state: z.enum(['open', 'paid', 'ended']).optional(),
  /** Of the open link, once it is made. */
  url: z.string().optional(),
});

/** Goods of a delivered order that come back. Rupees. */
export const orderReturn = z
  .object({
    id: objectId,
    orderId: objectId,
    orderNumber,
    state: returnState,
    requestedAt: instant,
    customer: z.string(),
    lines: z.array(returnLine),
    comment: z.string().optional(),
    upiId: z.string().optional(),
    bank: bankAccount.optional(),
    /** `isBooked`: by the shop's account at the courier. */
    shipment: returnShipment.extend({ at: instant, isBooked: z.literal(true).optional() }).optional(),
    photos: z.array(evidence).optional(),
    video: evidence.optional(),
    decidedAt: instant.optional(),
    /** Of the inspection. */
    decisionPhoto: evidence.optional(),
    note: z.string().optional(),
    /** What the customer gets: to the payment method, as store credit, by UPI, and the value of the exchanged goods. */
    refunded: z.number().optional(),
    credited: z.number().optional(),
    payout: z.number().optional(),
    payoutState: payoutState.optional(),
    /** Of the bank, once it is paid. */
    payoutReference: z.string().optional(),
    exchanged: z.number().optional(),
    /** What dearer goods cost more, from the customer's store credit. */
    difference: z.number().optional(),
    /** What dearer goods cost more, when the customer pays it by a link; otherwise the value stays as store credit. */
    due: returnDue.optional(),
    /** The order with the goods that replace the returned ones. */
    replacementOrderId: objectId.optional(),
    replacementOrderNumber: orderNumber.optional(),
  })
  .meta({ id: 'OrderReturn' });
export type OrderReturn = z.infer<typeof orderReturn>;

/** Staff see the returns of all orders, customers their own. */
export const returnsQuery = pageQuery.extend({
  orderId: objectId.optional(),
  state: returnState.optional(),
  payout: payoutState.optional(),
});
