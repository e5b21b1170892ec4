import { z } from 'zod';
import { email, instant, line, objectId, rupees } from '../primitives.js';
import { categories } from './product.js';

export const indianPin = z.string().regex(/^[1-9]\d{5}$/, 'Enter a 6-digit PIN code, such as 500092.');

const MAX_ZONES = 40;
const MAX_DATES = 100;
/** Working days of the shop or of couriers. */
const days = z.int().min(0).max(60);

const dayRange = z
  .object({ from: days, to: days })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Enter at least the first number of days.' });

const namedDate = z.object({ date: z.iso.date('Enter a date, such as 2027-01-14.'), name: line(60) });
const dates = z
  .array(namedDate)
  .max(MAX_DATES)
  .transform((list) => list.toSorted((a, b) => a.date.localeCompare(b.date)));

/** Rupees. A parcel of up to 1 kg costs `charge`, each further one, also a part, `perExtraKg` more. */
const shippingRule = z
  .object({
    charge: rupees,
    /** Goods of this value are delivered free of charge. Omitted: no such sum. */
    freeFrom: rupees.optional(),
    perExtraKg: rupees.optional(),
  })
  .meta({ id: 'ShippingRule' });

/** Where couriers take equally long. The longest prefix of a PIN code decides, then its state. */
export const deliveryZone = z
  .object({
    name: line(60),
    /** GST state codes. */
    states: z.array(z.string().regex(/^\d{2}$/, 'Enter GST state codes of two digits, such as 36.')).max(40),
    pinPrefixes: z.array(z.string().regex(/^[1-9]\d{0,5}$/, 'Enter the first 1 to 6 digits of PIN codes.')).max(200),
    days: dayRange,
    cod: z.boolean(),
    shipping: shippingRule,
  })
  .refine(({ states, pinPrefixes }) => states.length + pinPrefixes.length > 0, {
    path: ['pinPrefixes'],
    message: 'Select a state or enter the first digits of PIN codes.',
  })
  .meta({ id: 'DeliveryZone' });
export type DeliveryZone = z.infer<typeof deliveryZone>;

const perCategory = <T extends z.ZodType>(value: T) =>
  z.object(Object.fromEntries(categories.map((name) => [name, value])) as Record<(typeof categories)[number], T>);

function findRepeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

/** What staff set up for deliveries. A PIN code in no zone is not served. */
export const deliverySettings = z
  .object({
    /** Where parcels start: what shoppers see before they enter a PIN code. */
    shopPincode: indianPin,
    /** Orders from this hour on, India time, count from the next working day. 24: never. */
    cutoffHour: z.int().min(0).max(24),
    /** Working days until dispatch, of products without their own. */
    handlingDays: perCategory(days),
    /** Weight of a unit with packaging, of products without their own. */
    weightGrams: perCategory(z.int().min(1).max(50_000)),
    zones: z.array(deliveryZone).min(1, 'Enter at least one zone.').max(MAX_ZONES),
    /** Neither shop nor couriers work then; nor on Sundays. */
    holidays: dates,
    /** What shoppers buy for. */
    festivals: dates,
  })
  .superRefine(({ zones }, context) => {
    const repeated = {
      name: findRepeated(zones.map(({ name }) => name)),
      state: findRepeated(zones.flatMap(({ states }) => states)),
      'PIN code digits': findRepeated(zones.flatMap(({ pinPrefixes }) => pinPrefixes)),
    };
    for (const [what, value] of Object.entries(repeated))
      if (value)
        context.addIssue({ code: 'custom', path: ['zones'], message: `Two zones have the same ${what}: ${value}.` });
  })
  .meta({ id: 'DeliverySettings' });
export type DeliverySettings = z.infer<typeof deliverySettings>;

const pinRuleFields = {
  isServed: z.boolean(),
  /** Omitted, here and below: as in the zone. */
  cod: z.boolean().optional(),
  from: days.optional(),
  to: days.optional(),
};

const withDays = <T extends z.ZodType<{ from?: number | undefined; to?: number | undefined }>>(rule: T) =>
  rule
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      message: 'Enter both numbers of days, or none.',
    })
    .refine(({ from = 0, to = from }) => from <= to, {
      path: ['to'],
      message: 'Enter at least the first number of days.',
    });

/** What differs from the zone of a PIN code. */
export const pinRule = withDays(z.object(pinRuleFields));
export const pinOverride = withDays(z.object({ pincode: indianPin, ...pinRuleFields })).meta({ id: 'PinOverride' });
export type PinOverride = z.infer<typeof pinOverride>;

/** The CSV file's first line. `served` and `cod`: yes or no; empty `cod`, `from` and `to` are as in the zone. */
export const pinCsvColumns = ['pincode', 'served', 'cod', 'from', 'to'] as const;

/** When and how the shop delivers to a PIN code. Dates in India. */
export const deliveryPromise = z
  .object({
    /** Missing for the shop's own PIN code, which stands for none. */
    pincode: indianPin.optional(),
    /** Missing for a post office of the army. */
    city: z.string().optional(),
    serviceable: z.boolean(),
    /** Whether cash on delivery is possible, for the products of the request. */
    cod: z.boolean(),
    /** Only where it is serviceable, here and below. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** Rupees, for the products of the request. `freeFrom`: goods of this value have no charge. */
    shipping: z.object({ charge: rupees, freeFrom: rupees.optional() }).optional(),
    /** The next festival, if the delivery arrives before it. */
    festival: namedDate.optional(),
  })
  .meta({ id: 'DeliveryPromise' });
export type DeliveryPromise = z.infer<typeof deliveryPromise>;

/** What lists and search engines show about deliveries: all of it at once, for products of any kind. */
export const deliveryTerms = z
  .object({
    /** Missing for the shop's own PIN code, which stands for none. */
    pincode: indianPin.optional(),
    city: z.string().optional(),
    serviceable: z.boolean(),
    /** Working days until dispatch of products without their own. */
    handlingDays: perCategory(days),
    /** The next festival within 60 days, with the longest handling that arrives before it; missing if none does. */
    festival: namedDate.extend({ maxHandlingDays: days }).optional(),
    /** Over all zones: working days from dispatch, and the highest charge of a parcel of 1 kg, rupees. */
    india: z.object({ courierDays: dayRange, charge: rupees }),
  })
  .meta({ id: 'DeliveryTerms' });
export type DeliveryTerms = z.infer<typeof deliveryTerms>;

export const waitlistEntry = z
  .object({ _id: objectId, pincode: indianPin, email, productId: objectId.optional(), requestedAt: instant })
  .meta({ id: 'WaitlistEntry' });
export type WaitlistEntry = z.infer<typeof waitlistEntry>;
