import { z } from 'zod';
import { instant, objectId, orderNumber, pageQuery } from '../primitives.js';

export const paymentProblems = [
  'captured_without_order',
  'amount_mismatch',
  'refund_pending',
  'refund_failed',
] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** Rupees. */
export const paymentDetails = z
  .object({
    orderId: objectId,
    orderNumber,
    userId: objectId,
    amount: z.number(),
    currency: z.string(),
    razorpayOrderId: z.string().optional(),
    createdAt: instant,
    problems: z.array(z.enum(paymentProblems)),
    captures: z.array(
      z.object({ paymentId: z.string(), method: z.string(), amount: z.number(), currency: z.string(), at: instant }),
    ),
    refunds: z.array(
      z.object({
        paymentId: z.string(),
        amount: z.number(),
        state: z.enum(['awaiting_approval', 'rejected', 'requested', 'done', 'failed']),
        reason: z.string(),
        razorpayRefundId: z.string().optional(),
        /** As Razorpay last reported them: `normal` or `instant`; the bank's reference; whether the bank has it. */
        speed: z.string().optional(),
        arn: z.string().optional(),
        isProcessed: z.boolean().optional(),
        attempts: z.int(),
        nextAt: instant.optional(),
      }),
    ),
    failures: z.array(z.object({ paymentId: z.string(), reason: z.string(), at: instant })),
    /** Missing when the order service did not respond. */
    order: z.object({ phase: z.string(), status: z.string().optional(), amount: z.number() }).optional(),
  })
  .meta({ id: 'PaymentDetails' });
export type PaymentDetails = z.infer<typeof paymentDetails>;

export const webhookOutcomes = ['handled', 'repeated', 'ignored', 'unreadable', 'failed', 'forged'] as const;

/** Stored for 90 days. */
export const webhookDelivery = z
  .object({
    _id: z.string(),
    eventId: z.string().optional(),
    event: z.string(),
    receivedAt: instant,
    outcome: z.enum(webhookOutcomes),
    razorpayOrderId: z.string().optional(),
    razorpayPaymentId: z.string().optional(),
    orderId: objectId.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** `from` and `to`: days in IST, both included, of the payment's creation. */
export const paymentsAdminQuery = pageQuery
  .extend({
    problem: z.enum([...paymentProblems, 'any']).optional(),
    /** The order's number, or a whole id of the order, a payment or a refund. */
    q: z.string().trim().max(80).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Choose an end that is not before the start.',
  });
export const webhookDeliveryQuery = pageQuery.extend({
  outcome: z.enum(webhookOutcomes).optional(),
  orderId: objectId.optional(),
});
