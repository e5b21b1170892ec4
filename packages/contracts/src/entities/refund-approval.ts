import { z } from 'zod';
import { instant, objectId, orderNumber, pageQuery } from '../primitives.js';

const approvalStates = ['pending', 'approved', 'rejected'] as const;
export const approvalState = z.enum(approvalStates);
export type ApprovalState = z.infer<typeof approvalState>;

const staffReference = z.object({ id: objectId, name: z.string() });

/** A refund above the limit, which another person decides. Rupees. */
export const refundApproval = z
  .object({
    id: z.string(),
    orderId: objectId,
    orderNumber,
    paymentId: z.string(),
    amount: z.number(),
    reason: z.string(),
    /** Which limit applies. */
    cause: z.enum(['amount', 'daily_count']),
    requestedBy: staffReference,
    requestedAt: instant,
    state: approvalState,
    decidedBy: staffReference.optional(),
    decidedAt: instant.optional(),
    decisionNote: z.string().optional(),
  })
  .meta({ id: 'RefundApproval' });
export type RefundApproval = z.infer<typeof refundApproval>;

export const approvalsQuery = pageQuery.extend({ state: approvalState.optional() });

/** `approval_required`: nothing is refunded before a second person approves. */
export const refundOutcome = z.enum(['refunded', 'approval_required']);
export type RefundOutcome = z.infer<typeof refundOutcome>;

/** Rupees; defaults come from the environment. */
export const paymentSettings = z
  .object({
    /** Refunds above it need a second person. */
    refundApprovalAbove: z.number().min(0).max(10_000_000),
    /** Refunds of one person per day (IST) before each needs a second person. */
    refundDailyCount: z.int().min(0).max(10_000),
  })
  .meta({ id: 'PaymentSettings' });
export type PaymentSettings = z.infer<typeof paymentSettings>;
