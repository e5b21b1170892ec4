import { z } from 'zod';
import type { Notes } from './entities.js';
import { badRequest } from './errors.js';

const numberLike = (value: unknown) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value);

/** Razorpay also accepts digits in a string. */
const paise = z.preprocess(
  numberLike,
  z.number({ error: 'The amount must be an integer.' }).int('The amount must be an integer.'),
);

const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .transform((value) => value === true || value === 1 || value === '1');

const notes = z
  .union([
    z
      .record(z.string(), z.coerce.string().max(256, 'Notes values must not exceed 256 characters.'))
      .refine((map) => Object.keys(map).length <= 15, 'Number of fields in notes should be less than or equal to 15'),
    z.array(z.never()),
  ])
  .nullish()
  .transform((map): Notes => (!map || Array.isArray(map) || Object.keys(map).length === 0 ? [] : map));

const receipt = z
  .string()
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()
  .transform((value) => value ?? null);

const currency = z.literal('INR', { error: 'Currency is not supported' });

const oneRupee = paise.refine((amount) => amount >= 100, 'The amount must be atleast INR 1.00').optional();

export const newOrder = z.object({
  amount: paise.refine((amount) => amount >= 100, 'Order amount less than minimum amount allowed'),
  currency: currency.default('INR'),
  receipt,
  notes,
  partial_payment: flag.optional(),
  first_payment_min_amount: paise.optional(),
  offers: z.array(z.string().regex(/^offer_\w{14}$/, 'The offer id is invalid.')).optional(),
  unique_receipt: flag.default(false),
});
export type NewOrder = z.infer<typeof newOrder>;

export const newCapture = z.object({ amount: paise, currency: currency.default('INR') });
export type NewCapture = z.infer<typeof newCapture>;

export const newRefund = z.object({
  amount: oneRupee,
  speed: z.enum(['normal', 'optimum']).default('normal'),
  receipt,
  notes,
});
export type NewRefund = z.infer<typeof newRefund>;

export const refundKey = z
  .string()
  .regex(
    /^[\w-]{10,}$/,
    'The idempotency key must be at least 10 characters long and contain alphabets, numbers, hyphens and ' +
      'underscores only.',
  );

export const listQuery = z.object({
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
  from: z.coerce.number().optional(),
  to: z.coerce.number().optional(),
  receipt: z.string().optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

export const LINK_MIN_SECONDS = 15 * 60;
export const LINK_MAX_SECONDS = 183 * 24 * 60 * 60;

export const newPaymentLink = z.object({
  amount: paise.refine((amount) => amount >= 100, 'The amount must be atleast INR 1.00'),
  currency: currency.default('INR'),
  accept_partial: flag.default(false),
  first_min_partial_amount: paise.default(0),
  description: z.string().max(2048, 'The description may not be greater than 2048 characters.').default(''),
  reference_id: z.string().max(40, 'The reference id may not be greater than 40 characters.').default(''),
  customer: z
    .object({
      name: z.string().max(50).optional(),
      email: z.email('The customer email must be a valid email address.').optional(),
      contact: z.string().max(20).optional(),
    })
    .default({}),
  expire_by: z.coerce.number().int().default(0),
  notify: z
    .object({ email: flag.default(false), sms: flag.default(false), whatsapp: flag.default(false) })
    .default({ email: false, sms: false, whatsapp: false }),
  reminder_enable: flag.default(false),
  notes,
  callback_url: z.union([z.literal(''), z.url('The callback url format is invalid.')]).default(''),
  callback_method: z.enum(['', 'get'], { error: 'The callback method must be get.' }).default(''),
  upi_link: flag.default(false),
});
export type NewPaymentLink = z.infer<typeof newPaymentLink>;

/** Without the defaults of a new link: what is missing stays. */
export const linkChanges = z.object({
  accept_partial: flag.optional(),
  reference_id: z.string().max(40, 'The reference id may not be greater than 40 characters.').optional(),
  expire_by: z.coerce.number().int().optional(),
  reminder_enable: flag.optional(),
});
export type LinkChanges = z.infer<typeof linkChanges>;

export const webhookMode = z.enum(['once', 'twice', 'late', 'never']);
export type WebhookMode = z.infer<typeof webhookMode>;

export const refundOutcome = z.enum(['processed', 'failed', 'speed_changed', 'pending']);
export type RefundOutcome = z.infer<typeof refundOutcome>;

export const newPayment = z.object({
  order_id: z.string(),
  method: z.enum(['card', 'upi', 'netbanking', 'wallet', 'emi']).default('card'),
  /** `authorized` leaves the capture to the API. */
  outcome: z.enum(['captured', 'authorized', 'failed']).default('captured'),
  webhook: webhookMode.optional(),
  amount: oneRupee,
  email: z.string().max(256).default('shopper@example.com'),
  contact: z.string().max(20).default('+919000090000'),
  description: z.string().max(255).nullish(),
  card: z
    .object({ name: z.string().max(60).default(''), last4: z.string().regex(/^\d{4}$/), network: z.string().max(20) })
    .optional(),
  vpa: z.string().max(100).optional(),
  flow: z.literal('intent').default('intent'),
  emi: z
    .object({ rate: z.number().int().min(0), duration: z.number().int().min(3).max(24) })
    .default({ rate: 1500, duration: 6 }),
  offer_id: z.string().optional(),
  bank: z.string().max(10).optional(),
  notes,
});
export type NewPayment = z.infer<typeof newPayment>;

/** Validates input. @throws {RazorpayError} 400 with Razorpay's message for the first wrong field */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || undefined;
  const isMissing = field !== undefined && (input as Record<string, unknown> | null)?.[field] === undefined;
  throw badRequest(isMissing ? `The ${field} field is required.` : (issue?.message ?? 'Bad request'), field);
}
