import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const PAYMENT = 'Payment';
export const CURRENCY = 'INR';

/** Whether the order has been paid. What goes back is told by `refunds`, a payment each. */
export const paymentStates = ['created', 'captured'] as const;

/**
 * Whether an order stands behind captured money, as far as it was found out: `unknown` until the order service
 * was asked, `missing` when there is none, `stands` when there is. What goes back needs none, and has no standing.
 */
export const standings = ['unknown', 'missing', 'stands'] as const;

/** Money that arrived. Paise. */
export interface CaptureRecord {
  paymentId: string;
  method: string;
  amountPaise: number;
  currency: string;
  at: Date;
}

/** Money that goes back: one entry a payment, ever. Paise. */
export interface RefundRecord {
  /** Razorpay's idempotency key: the same key, the same refund. */
  key: string;
  paymentId: string;
  amountPaise: number;
  /** `done`: Razorpay has taken it on; `failed`: the bank sent it back, and people must look at it. */
  state: 'requested' | 'done' | 'failed';
  reason: string;
  razorpayRefundId?: string;
  /** How often Razorpay was asked; counted before asking, so that after a crash it is known that it may have been. */
  attempts: number;
  nextAt: Date;
}

/** What we know of the money of one order. `_id` is the order's id. */
export interface PaymentRecord extends OutboxFields {
  _id: string;
  userId: string;
  amountPaise: number;
  currency: string;
  razorpayOrderId?: string;
  state: (typeof paymentStates)[number];
  captures: CaptureRecord[];
  refunds: RefundRecord[];
  failures: { paymentId: string; reason: string; at: Date }[];
  /** The last webhook events that were handled. */
  webhookEvents: string[];
  /** When Razorpay is asked about it, while nobody told us of money. */
  nextCheckAt?: Date;
  checks: number;
  /** There once money was captured for the order. The payments desk looks for those that are not settled. */
  standing?: (typeof standings)[number];
  createdAt: Date;
}

export const paymentSchema = new Schema<PaymentRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    amountPaise: { type: Number, required: true },
    currency: { type: String, required: true },
    razorpayOrderId: String,
    state: { type: String, enum: paymentStates, required: true },
    captures: [{ _id: false, paymentId: String, method: String, amountPaise: Number, currency: String, at: Date }],
    refunds: [
      {
        _id: false,
        key: String,
        paymentId: String,
        amountPaise: Number,
        state: String,
        reason: String,
        razorpayRefundId: String,
        attempts: Number,
        nextAt: Date,
      },
    ],
    failures: [{ _id: false, paymentId: String, reason: String, at: Date }],
    webhookEvents: [String],
    nextCheckAt: Date,
    checks: { type: Number, default: 0 },
    standing: { type: String, enum: standings },
    createdAt: { type: Date, required: true },
    ...outboxField,
  },
  { collection: 'payments', minimize: false },
);

/**
 * Parts of the questions that these indexes answer: an index that holds some of the payments serves a question only if
 * that says itself that it is about those. Every write of a payment pays for each index that it is in.
 */
export const isThere = { $exists: true } as const;
export const withRefunds = { 'refunds.0': isThere } as const;
export const withCaptures = { 'captures.0': isThere } as const;
export const withFailures = { 'failures.0': isThere } as const;

paymentSchema.index({ razorpayOrderId: 1 }, { unique: true, sparse: true });
paymentSchema.index({ nextCheckAt: 1 }, { name: 'checks_due', partialFilterExpression: { nextCheckAt: isThere } });
paymentSchema.index({ standing: 1 }, { name: 'standings', partialFilterExpression: { standing: isThere } });
paymentSchema.index(
  { 'refunds.state': 1, 'refunds.nextAt': 1 },
  { name: 'refunds_by_state', partialFilterExpression: withRefunds },
);
paymentSchema.index({ 'refunds.razorpayRefundId': 1 }, { name: 'refund_ids', partialFilterExpression: withRefunds });
paymentSchema.index({ 'captures.paymentId': 1 }, { name: 'captured_ids', partialFilterExpression: withCaptures });
paymentSchema.index({ 'failures.paymentId': 1 }, { name: 'failed_ids', partialFilterExpression: withFailures });
paymentSchema.index(...outboxIndex);

/** Earlier releases made these, and looked for payments without saying what the ones above ask for. */
export const formerPaymentIndexes = [
  'nextCheckAt_1',
  'refunds.state_1_refunds.nextAt_1',
  'refunds.reason_1',
  'standing_1_createdAt_-1',
  'createdAt_-1',
  'captures.paymentId_1',
  'failures.paymentId_1',
  'refunds.razorpayRefundId_1',
];
