import { z } from 'zod';
import { exportedCredit, exportedGiftCard } from '../entities/account-data.js';
import { refundOutcome } from '../entities/refund-approval.js';
import { staffRole } from '../entities/user.js';
import { instant, objectId, orderNumber, paise } from '../primitives.js';

/** Requests to payment. */
export const paymentCommands = {
  'rpc.payment.order.create': {
    /** The order number is the receipt. */
    request: z.object({
      orderId: objectId,
      orderNumber,
      userId: objectId,
      amountPaise: paise,
    }),
    reply: z.object({ razorpayOrderId: z.string(), amountPaise: paise, currency: z.literal('INR') }),
  },
  /** Captures the payment if necessary. Errors: PAYMENT_SIGNATURE_INVALID, PAYMENT_MISMATCH, PAYMENT_NOT_CAPTURED. */
  'rpc.payment.verify': {
    request: z.object({
      userId: objectId,
      razorpayOrderId: z.string(),
      razorpayPaymentId: z.string(),
      signature: z.string(),
    }),
    reply: z.object({
      orderId: objectId,
      userId: objectId,
      razorpayOrderId: z.string(),
      razorpayPaymentId: z.string(),
      amountPaise: paise,
      method: z.string(),
      capturedAt: instant,
    }),
  },
  /**
   * Returns the open payment link of an unpaid order, made at the first request. `staff` sent it, or the shop for
   * `reason`; without both, the customer requested it. Errors: PAYMENT_NOT_FOUND, PAYMENT_MISMATCH,
   * PAYMENT_LINK_CLOSED, PAYMENT_PROVIDER_FAILED.
   */
  'rpc.payment.link.create': {
    request: z.object({
      orderId: objectId,
      orderNumber,
      userId: objectId,
      amountPaise: paise,
      customer: z.object({
        name: z.string().max(50).optional(),
        email: z.string().optional(),
        contact: z.string().optional(),
      }),
      staff: z.object({ id: objectId, name: z.string(), role: staffRole, email: z.string() }).optional(),
      reason: z.literal('payment_failed').optional(),
      expiresAt: instant,
    }),
    reply: z.object({ url: z.url(), expiresAt: instant }),
  },
  /**
   * Reserves store credit for a checkout, all or nothing, once per order. A reservation that was released can be made
   * again. Errors: CREDIT_INSUFFICIENT. `orderNumber`: for log lines.
   */
  'rpc.payment.credit.reserve': {
    request: z.object({
      userId: objectId,
      orderId: objectId,
      orderNumber: orderNumber.optional(),
      amountPaise: paise.min(1),
    }),
    reply: z.object({ outcome: z.literal('reserved') }),
  },
  /** Returns what a checkout reserved, if it was not paid. */
  'rpc.payment.credit.release': {
    request: z.object({ userId: objectId, orderId: objectId, orderNumber: orderNumber.optional() }),
    reply: z.object({ outcome: z.literal('released') }),
  },
  'rpc.payment.credit.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({ balancePaise: paise }),
  },
  /**
   * Whether the refund of a cancelled order waits for a second person. With `amountPaise` for a part of its money,
   * which counts as a refund of `staffId`, once for each `razorpayPaymentId` (the key of the decision).
   */
  'rpc.payment.refund.check': {
    /** `amountPaise`: of a partial refund; the whole payment without. */
    request: z.object({
      orderId: objectId,
      razorpayPaymentId: z.string(),
      staffId: objectId,
      amountPaise: paise.optional(),
    }),
    reply: z.object({ outcome: refundOutcome }),
  },
  /** Movements newest first, with the gift cards of those on the page. */
  'rpc.payment.customer.export': {
    request: z.object({ userId: objectId, cursor: z.string().optional() }),
    reply: z.object({
      credit: exportedCredit,
      giftCards: z.array(exportedGiftCard),
      nextCursor: z.string().optional(),
    }),
  },
} as const;
