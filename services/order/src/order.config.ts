import { retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';
import { taxSettings } from './pricing/pricing-settings.js';

function readTaxRules(text: string, context: z.RefinementCtx): z.output<typeof taxSettings> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
  const { success, data, error } = taxSettings.safeParse(value);
  if (success) return data;
  for (const { path, message } of error.issues) context.addIssue(`${path.join('.')}: ${message}`);
  return z.NEVER;
}

export const orderConfig = serviceConfig.extend({
  /** How long a checkout holds its stock, seconds. */
  HOLD_TTL_S: z.coerce.number().int().min(1).max(86_400).default(900),
  /** Checkout mentions EMI on cards from this sum, paise; 0 never does. */
  EMI_FROM_PAISE: z.coerce.number().int().min(0).default(500_000),
  /** How long a phone order holds its stock, seconds; its payment link ends with the hold. */
  PAYMENT_LINK_HOLD_S: z.coerce.number().int().min(1_200).max(172_800).default(86_400),
  /** How long a payment link is valid, seconds. Razorpay's least is 15 minutes. */
  PAYMENT_LINK_VALID_S: z.coerce.number().int().min(1_200).max(604_800).default(86_400),
  /** How long after the last attempt the customer of a failed payment is sent a payment link, seconds. */
  PAYMENT_FAILED_NOTICE_S: z.coerce.number().int().min(1).max(3_600).default(300),
  /** Pause between two sweeps for orders whose `dueAt` has passed, ms. */
  SWEEP_MS: z.coerce.number().int().min(50).default(1_000),
  /** Least pause between two counts of the days whose orders changed, ms; longer while a count takes long. */
  SALES_RECOUNT_MS: z.coerce.number().int().min(50).default(2_000),
  /** `off` lifts the limits of holds, for tests and measurements. */
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  /** Units that one account may hold at once. Accounts of one network share `HOLD_NETWORK_FACTOR` times as many. */
  HOLD_MAX_UNITS: z.coerce.number().int().min(1).default(6),
  /** The same for accounts whose email address is not verified. */
  HOLD_MAX_UNITS_UNVERIFIED: z.coerce.number().int().min(1).default(3),
  /** How often one account may replace a checkout until its hold ends, and hold again without paying in four hours. */
  HOLD_MAX_RENEWALS: z.coerce.number().int().min(0).default(3),
  HOLD_NETWORK_FACTOR: z.coerce.number().int().min(1).default(4),
  /** Wait of the `payment.captured` event for the browser's verify call, ms from the capture. */
  CAPTURE_HEAD_START_MS: z.coerce.number().int().min(0).max(5_000).default(500),
  /** JSON: tax rates, HSN codes and the state of the shop that differ from the defaults of `taxSettings`. */
  TAX_RULES: z.string().default('{}').transform(readTaxRules),
  /**
   * Checkouts that were never paid are deleted so long after their end: late payments and disputes refer to them, but
   * an address without a purpose is not kept (DPDP Act 2023, section 8). Placed orders are kept, as books of account
   * (Companies Act: eight years; GST: 72 months). The date is stored with each checkout: a changed value applies to
   * later ones.
   */
  UNPAID_ORDER_RETENTION_DAYS: retentionDays(90, { minimum: 30 }),
  /** Complaints are deleted so long after they were received: claims can be made for three years (Limitation Act). */
  COMPLAINT_RETENTION_DAYS: retentionDays(3 * 366, { minimum: 365 }),
});

export type OrderConfig = z.infer<typeof orderConfig>;
