import { retentionDays, serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

const ms = (fallback: number) => z.coerce.number().int().min(50).default(fallback);

export const paymentConfig = serviceConfig.extend({
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  /** Accepted too while a rotation runs: Razorpay delivers failed webhooks again for a day. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().min(1).optional(),
  /** Base URL of the API, when it is not Razorpay's own. */
  RAZORPAY_API_URL: z.url().optional(),
  RAZORPAY_TIMEOUT_MS: ms(5_000),
  /** `off` lifts the daily count of refunds, for tests and measurements. */
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  /** Refunds of staff above this amount need a second person, paise. Owners change it in the payment settings. */
  REFUND_APPROVAL_ABOVE_PAISE: z.coerce.number().int().min(0).default(10_000_000),
  /** Refunds of one member of staff per day (IST) before each needs a second person. Changed in the same place. */
  REFUND_DAILY_COUNT: z.coerce.number().int().min(0).default(20),
  /** How often unpaid payments are checked at Razorpay, ms. */
  RECONCILE_MS: ms(10_000),
  /** Age of a payment at its first check, ms; each later check waits twice as long. */
  RECONCILE_AFTER_MS: ms(20_000),
  /** How often failed refunds are retried, ms. */
  REFUND_SWEEP_MS: ms(2_000),
  /** How often captured payments are matched with orders, ms. */
  ORDER_MATCH_MS: ms(30_000),
  /** Captured money without an order is reported after this time, ms. */
  ORDER_MATCH_GRACE_MS: ms(60_000),
  /**
   * Payments without money are deleted so long after their creation, later than their orders
   * (UNPAID_ORDER_RETENTION_DAYS of the order service): they match money that arrives late. Payments with money are
   * kept, as books of account (Companies Act: eight years; GST: 72 months). The date is stored with each payment: a
   * changed value applies to later ones.
   */
  UNPAID_PAYMENT_RETENTION_DAYS: retentionDays(100, { minimum: 40 }),
  /**
   * Raw deliveries of webhooks are deleted after this time. Razorpay repeats a delivery for a day; longer ones serve
   * replays and disputes. The payments themselves do not depend on them.
   */
  WEBHOOK_RETENTION_DAYS: retentionDays(90, { minimum: 7 }),
});

export type PaymentConfig = z.infer<typeof paymentConfig>;
