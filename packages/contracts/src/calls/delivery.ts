import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  deliveryPromise,
  deliverySettings,
  deliveryTerms,
  indianPin,
  pinOverride,
  pinRule,
  waitlistEntry,
} from '../entities/delivery.js';
import { done, email, objectId, ok, pageInfo, pageQuery, quantity } from '../primitives.js';

const MAX_ITEMS = 100;
const pin = z.object({ pincode: indianPin });
const search = pageQuery.extend({
  /** The first digits of PIN codes. */
  q: z.string().trim().max(6).optional(),
});
const storedSettings = { settings: deliverySettings, revision: z.int().min(0) };

/** A repeated parameter, or values with commas between them, in the order of the products. */
const listOf = <T extends z.ZodType<unknown, string>>(one: T) =>
  z
    .union([z.string().max(4_000), z.array(z.string().max(4_000)).max(MAX_ITEMS)])
    .transform((value) =>
      [value]
        .flat()
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter(Boolean),
    )
    .pipe(z.array(one).max(MAX_ITEMS));
const numbers = (value: z.ZodType<number, number>) => listOf(z.string().transform(Number).pipe(value)).optional();

export const deliveryCalls = defineCalls('fulfilment', {
  'GET /delivery/pin/{pincode}': {
    summary: 'Get the city and state of a PIN code in India; browsers cache it for a week',
    access: 'public',
    params: pin,
    response: ok.extend({
      place: z
        .object({
          pincode: indianPin,
          city: z.string(),
          district: z.string(),
          state: z.string(),
          /** GST state code, two digits. */
          stateCode: z.string(),
          /** An army post office: the customer enters city and state, which are empty here. */
          army: z.literal(true).optional(),
        })
        .meta({ id: 'PinPlace' }),
    }),
    errors: ['VALIDATION_FAILED', 'PIN_NOT_FOUND'],
  },
  'GET /delivery/promise': {
    summary: 'Get when products arrive at a PIN code, and what the delivery costs',
    access: 'public',
    query: z
      .object({
        /** Without it: the promise for the shop's own. */
        pincode: indianPin.optional(),
        /** All products of one delivery. */
        productId: listOf(objectId).refine((ids) => ids.length > 0, 'This field is required.'),
        quantity: numbers(quantity),
        /** Days that personalisation adds. */
        extraDays: numbers(z.int().min(0).max(365)),
      })
      .refine(
        ({ productId, quantity: units = productId, extraDays = productId }) =>
          [units, extraDays].every(({ length }) => length === productId.length),
        { path: ['productId'], message: 'Send as many values as of quantity and extraDays.' },
      ),
    response: ok.extend({ promise: deliveryPromise }),
    errors: ['VALIDATION_FAILED', 'PIN_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'UNAVAILABLE'],
  },
  'GET /delivery/terms': {
    summary: 'Get which handling days arrive before the next festival, and the terms for India; browsers cache them',
    access: 'public',
    query: z.object({ pincode: indianPin.optional() }),
    response: ok.extend({ terms: deliveryTerms }),
    errors: ['VALIDATION_FAILED', 'PIN_NOT_FOUND'],
  },
  'POST /delivery/waitlist': {
    summary: 'Store an email address for a PIN code that the shop does not deliver to yet; staff see the list',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    challenge: true,
    /** Guests must give an email. */
    body: z.object({ pincode: indianPin, email: email.optional(), productId: objectId.optional() }),
    response: done,
    errors: ['VALIDATION_FAILED', 'PIN_NOT_FOUND', 'PIN_SERVED', 'CHALLENGE_REQUIRED', 'RATE_LIMITED'],
  },
  'GET /delivery/waitlist': {
    summary: 'List who wants deliveries to PIN codes that are not served, newest first',
    access: 'delivery.write',
    query: search,
    response: ok.extend({ entries: z.array(waitlistEntry), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'DELETE /delivery/waitlist/{id}': {
    summary: 'Delete an entry of the waitlist',
    access: 'delivery.write',
    params: z.object({ id: objectId }),
    response: done,
    errors: ['NOT_FOUND'],
  },
  'GET /delivery/settings': {
    summary: 'Get zones, handling times, holidays, festivals and shipping charges',
    access: 'delivery.write',
    response: ok.extend(storedSettings),
  },
  'PUT /delivery/settings': {
    summary: 'Replace zones, handling times, holidays, festivals and shipping charges; they take effect at once',
    access: 'delivery.write',
    /** `revision`: of the settings that were edited. */
    body: z.object(storedSettings),
    response: done.extend(storedSettings),
    errors: ['VALIDATION_FAILED', 'SETTINGS_CHANGED'],
  },
  'GET /delivery/pins': {
    summary: 'List the PIN codes that differ from their zone, in ascending order',
    access: 'delivery.write',
    query: search,
    response: ok.extend({ pins: z.array(pinOverride), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /delivery/pins/{pincode}': {
    summary: 'Set how a PIN code differs from its zone',
    access: 'delivery.write',
    params: pin,
    body: pinRule,
    response: done,
    errors: ['VALIDATION_FAILED', 'PIN_NOT_FOUND', 'PIN_LIMIT'],
  },
  'DELETE /delivery/pins/{pincode}': {
    summary: 'Deliver to a PIN code as to its zone again',
    access: 'delivery.write',
    params: pin,
    response: done,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  },
  'POST /delivery/pins/import': {
    summary: 'Set PIN codes from a CSV file with the columns pincode, served, cod, from and to; all rows or none',
    access: 'delivery.write',
    idempotent: true,
    body: z.object({ csv: z.string().max(450_000) }),
    response: done.extend({ imported: z.int().min(0) }),
    errors: ['VALIDATION_FAILED', 'CSV_INVALID', 'PIN_LIMIT'],
  },
});
