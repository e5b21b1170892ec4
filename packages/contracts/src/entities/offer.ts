import { z } from 'zod';
import { startOfIndianDay } from '../india-time.js';
import { paymentMethods } from '../payment-methods.js';
import { instant, line, objectId, rupees } from '../primitives.js';
import { MAX_GROUPS_OF_OFFER } from './customer-group.js';
import { category } from './product.js';

const offerKinds = ['percent', 'amount', 'free_shipping', 'buy_x_get_y'] as const;
const offerStates = ['scheduled', 'running', 'ended'] as const;

/** In upper case. */
export const couponCode = z
  .string('Enter the code of a coupon.')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/, 'Use 3 to 30 letters, digits, hyphens and underscores.');

/** An instant, or a whole day in IST. */
const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

const DAY_MS = 86_400_000;

/** Returns the instant of a start or an end; a day begins at midnight in IST, and an offer ends after its last day. */
export function offerTime(text: string, which: 'start' | 'end'): Date {
  if (text.includes('T')) return new Date(text);
  const midnight = startOfIndianDay(text).getTime();
  return new Date(which === 'start' ? midnight : midnight + DAY_MS);
}

const terms = {
  kind: z.enum(offerKinds),
  /** Percent; rupees for `amount`. Of the units that one gets for `buy_x_get_y`, 100 when missing. */
  value: z.number().min(0, 'Enter 0 or more.').max(10_000_000).optional(),
  /** Units to buy, and units to get at the reduced price: the cheapest ones. */
  buy: z.int().min(1).max(20).optional(),
  get: z.int().min(1).max(20).optional(),
  /** Rupees, of the units that the offer is for, before offers. */
  minSubtotal: rupees.optional(),
  maxUses: z.int().min(1).max(100_000).optional(),
  perCustomer: z.int().min(1).max(100).optional(),
};

/** `null` leaves an optional field out. */
const orNull = <Type>(field: z.ZodType<Type>) => field.nullish().transform((value) => value ?? undefined);

const inputTerms = {
  kind: terms.kind,
  value: orNull(terms.value),
  buy: orNull(terms.buy),
  get: orNull(terms.get),
  minSubtotal: orNull(terms.minSubtotal),
  maxUses: orNull(terms.maxUses),
  perCustomer: orNull(terms.perCustomer),
};

/** Without categories and tags it is for all products; with both for those with one of the categories or tags. */
export const offerInput = z
  .object({
    ...inputTerms,
    /** What customers enter; an offer without a code applies by itself. */
    code: orNull(couponCode),
    /** For customers; describes the terms when missing. */
    title: orNull(line(80)),
    /** Now, when missing. */
    startsAt: orNull(moment),
    endsAt: orNull(moment),
    categories: z.array(category).max(20).default([]),
    tags: z.array(z.string().trim().min(1).max(40)).max(30).default([]),
    /** Only for customers without an order that was not cancelled. */
    firstOrderOnly: z.boolean().default(false),
    /** Ids of customer groups whose members it is for; all customers when empty. */
    groups: z.array(objectId).max(MAX_GROUPS_OF_OFFER).default([]),
    /** Ways to pay that it is for; all when empty. */
    methods: z.array(z.enum(paymentMethods)).max(paymentMethods.length).default([]),
    /** Whether it can be combined with other offers that can. */
    isStackable: z.boolean().default(false),
    isAutomatic: z.boolean().optional(),
    /** Whether `GET /offers/running` lists it. */
    isAdvertised: z.boolean().default(false),
  })
  .superRefine((offer, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const { kind, value = 0, code, isAutomatic, startsAt, endsAt } = offer;
    if (kind === 'percent' && (value <= 0 || value > 100))
      refuse('value', 'Enter more than 0 and at most 100 percent.');
    if (kind === 'amount' && value < 1) refuse('value', 'Enter at least 1 rupee.');
    if (kind === 'buy_x_get_y') {
      if (!offer.buy) refuse('buy', 'This field is required.');
      if (!offer.get) refuse('get', 'This field is required.');
      if (value > 100) refuse('value', 'Enter at most 100 percent.');
    }
    if (!/^\d+(?:\.\d{1,2})?$/.test(String(value))) refuse('value', 'Enter at most two decimals.');
    if (code && isAutomatic)
      refuse('isAutomatic', 'An offer with a code does not apply by itself. Remove one of the two.');
    if (!code && isAutomatic === false) refuse('code', 'Enter a code, or let the offer apply by itself.');
    if (endsAt && offerTime(endsAt, 'end') <= (startsAt ? offerTime(startsAt, 'start') : new Date()))
      refuse('endsAt', 'Choose an end that is after the start and in the future.');
  })
  .meta({ id: 'OfferInput' });
export type OfferInput = z.infer<typeof offerInput>;

/** `uses`: by orders, and by checkouts that are not paid yet; at most MAX_COUNT without a limit. */
export const offer = z
  .object({
    _id: objectId,
    ...terms,
    code: z.string().optional(),
    title: z.string(),
    startsAt: instant,
    endsAt: instant.optional(),
    categories: z.array(category),
    tags: z.array(z.string()),
    firstOrderOnly: z.boolean(),
    groups: z.array(objectId),
    methods: z.array(z.enum(paymentMethods)),
    isStackable: z.boolean(),
    isAutomatic: z.boolean(),
    isAdvertised: z.boolean(),
    uses: z.int().min(0),
    state: z.enum(offerStates),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Offer' });
export type Offer = z.infer<typeof offer>;

/** What a unit of a product costs with the offer alone; rupees. */
export const offerPreview = z
  .object({
    total: z.int().min(0),
    products: z.array(
      z.object({ productId: objectId, name: z.string(), price: z.number(), offerPrice: z.number(), units: z.int() }),
    ),
  })
  .meta({ id: 'OfferPreview' });

/** An offer as the shop advertises it. */
export const runningOffer = z
  .object({
    title: z.string(),
    code: z.string().optional(),
    /** One per condition. */
    conditions: z.array(z.string()),
    endsAt: instant.optional(),
  })
  .meta({ id: 'RunningOffer' });
