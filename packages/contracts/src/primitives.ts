import { z } from 'zod';
import { GSTIN_PATTERN, isGstin, normalisePhone } from './india.js';
import { hasLink } from './links.js';
import { normalizeOrderNumber } from './order-number.js';

export const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'This is not a valid id.')
  .meta({ id: 'ObjectId', example: '65a1b2c3d4e5f60718293a4b' });

/** `RV-26-0042174`: `order-number.ts`. */
export const orderNumber = z
  .string()
  .regex(/^RV-\d{2}-\d{7,12}$/, 'This is not a valid order number.')
  .meta({ id: 'OrderNumber', example: 'RV-26-0042174' });

/** The id of an order, or its number with or without dashes. */
export const orderReference = z
  .string()
  .max(40)
  .transform((text) => normalizeOrderNumber(text) ?? text)
  .pipe(z.union([objectId, orderNumber], 'This is not a valid order id or number.'))
  .meta({ example: 'RV-26-0042174' });

/** In HTTP calls only (rule 1). */
export const rupees = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Enter at most two decimals.')
  .meta({ id: 'Rupees', example: 4999 });

export const paise = z.int().min(0).meta({ id: 'Paise', example: 499900 });

export const quantity = z.int().min(1, 'at least 1').max(1000, 'at most 1000').meta({ id: 'Quantity', example: 1 });

/** Empty for a product without sizes. */
export const size = z
  .string()
  .trim()
  .max(40)
  .nullish()
  .transform((value) => value ?? '');

/** ISO 8601, UTC. */
export const instant = z.iso.datetime().meta({ example: '2026-01-15T09:30:00.000Z' });

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address.'));

/** 10 to 15 digits. */
export const phone = z
  .string()
  .trim()
  .max(24)
  .regex(/^[+0-9()\-\s]+$/, 'Please enter a valid phone number.')
  .refine((value) => /^\d{10,15}$/.test(value.replace(/\D/g, '')), 'Please enter a valid phone number.');
/** Indian mobile numbers become ten digits. */
export const normalisedPhone = phone.overwrite(normalisePhone);

export const pincode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{2,10}$/, 'Please enter a valid PIN code.')
  .overwrite((value) => value.replace(/^(\d{3}) (\d{3})$/, '$1$2'));

/** Of a business that buys; empty like missing. */
export const gstin = z
  .string()
  .trim()
  .toUpperCase()
  .max(20)
  .transform((value) => value || undefined)
  .pipe(
    z
      .string()
      .regex(GSTIN_PATTERN, 'Enter a GSTIN of 15 characters, such as 36AABCR1234M1ZE.')
      .refine((value) => !GSTIN_PATTERN.test(value) || isGstin(value), {
        error: 'This GSTIN is not valid. Please check it for a typing error.',
      })
      .optional(),
  )
  .optional();

const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;

/** One line of text. */
export const line = (max: number) =>
  z.string().trim().min(1).max(max).regex(NO_CONTROL_CHARACTERS, 'Enter one line of text.');

/** One line of text; empty like missing. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .transform((value) => value || undefined)
    .pipe(line(max).optional())
    .optional();

/** Several lines of text. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Please remove the control characters from this text.');

/** Appears in emails, whose readers would follow a link in it. */
export const personName = line(120).refine((name) => !hasLink(name), 'Please enter a name without links.');

/** Empty is India. */
export const country = z
  .string()
  .trim()
  .max(80)
  .transform((value) => value || 'India')
  .default('India');

/** The newest orders or products that a documented call returns without a page. */
export const MAX_LIST_LENGTH = 500;
const MAX_PAGE_SIZE = 100;
/** Counting ends here, so that no page reads a whole collection: it means "this many or more". */
export const MAX_COUNT = 1_000;

/** `cursor`: the `nextCursor` of the page before, with the same filters. The first page without it. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: z.string().trim().min(1).max(1_000).optional(),
});
/**
 * Beside the list in the body, because screens and OpenAPI clients read bodies and caches keep them whole. The two
 * documented calls that return an array have no pages: `GET /orders/admin/list` and `GET /orders/list/{userId}` do.
 */
export const pageInfo = {
  /** Of all pages, at most MAX_COUNT; only on the first page. */
  total: z.int().min(0).optional(),
  /** Missing on the last page. */
  nextCursor: z.string().optional(),
};

/** A secret from a link in an email. */
export const linkToken = z.string().trim().min(1).max(200);

export const ok = z.object({ success: z.literal(true), message: z.string().optional() });
/** A success that the screen announces with `message`. */
export const done = ok.extend({ message: z.string() });

export const errorResponse = z
  .object({
    success: z.literal(false),
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorResponse = z.infer<typeof errorResponse>;
