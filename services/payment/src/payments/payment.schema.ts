import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';
import { type LinkRecord, linkSchema } from '../links/link.schema.js';
import type { RazorpayPayment, RazorpayRefund } from '../razorpay/entities.js';

export const PAYMENT = 'Payment';
export const CURRENCY = 'INR';
const MAX_WEBHOOK_EVENTS = 50;
/** Captures, and refunds, of one payment. What arrives beyond is refunded without an entry. */
const MAX_MONEY_ENTRIES = 100;

/** Reason of the refund of captured money that is not what the order costs. */
export const AMOUNT_MISMATCH = 'amount does not fit the order';

const paymentStates = ['created', 'captured'] as const;
const refundStates = ['awaiting_approval', 'rejected', 'requested', 'done', 'failed'] as const;
const approvalCauses = ['amount', 'daily_count'] as const;
const orderMatches = ['unchecked', 'missing', 'matched'] as const;

/** Money that arrived, in paise. */
export interface CaptureRecord {
  paymentId: string;
  method: string;
  amountPaise: number;
  currency: string;
  at: Date;
}

export interface StaffReference {
  id: string;
  name: string;
}

/** The decision of a second person about a refund above the limits. */
export interface ApprovalRecord {
  cause: (typeof approvalCauses)[number];
  requestedBy: StaffReference;
  requestedAt: Date;
  decidedBy?: StaffReference;
  decidedAt?: Date;
  note?: string;
}

/** Money that is returned: one entry per payment, ever. Paise. */
export interface RefundRecord {
  key: string;
  paymentId: string;
  amountPaise: number;
  /**
   * `awaiting_approval`, `rejected`: nothing is refunded; `done`: accepted by Razorpay; `failed`: returned by the bank,
   * to be made by hand.
   */
  state: (typeof refundStates)[number];
  reason: string;
  razorpayRefundId?: string;
  /** As Razorpay last reported them: `normal` or `instant`, the bank's reference, and whether the bank has it. */
  speed?: string;
  arn?: string;
  isProcessed?: boolean;
  /** Increased before each request to Razorpay, so that a crash does not hide one. */
  attempts: number;
  nextAt: Date;
  /** Missing in refunds of releases before 22 November 2026. */
  requestedAt?: Date;
  approval?: ApprovalRecord;
}

export interface PaymentRecord extends OutboxFields {
  /** The order's id. */
  _id: string;
  orderNumber: string;
  userId: string;
  amountPaise: number;
  currency: string;
  razorpayOrderId: string;
  state: (typeof paymentStates)[number];
  captures: CaptureRecord[];
  refunds: RefundRecord[];
  /** Ids of refunds of returned goods whose bank reference was published. */
  publishedReferences?: string[];
  failures: { paymentId: string; reason: string; at: Date }[];
  webhookEvents: string[];
  /** Of the customer who pays later, or of a phone order. */
  link?: LinkRecord;
  nextCheckAt?: Date;
  checks: number;
  /** Whether captured money has an order: `unchecked` until the order service was queried. */
  orderMatch?: (typeof orderMatches)[number];
  createdAt: Date;
  /** When a payment without money is deleted; absent once money has arrived. */
  purgeAt?: Date;
  /** `traceparent` of the checkout; absent without tracing. */
  trace?: string;
}

const text = { type: String, required: true } as const;
const paise = { type: Number, required: true, min: 0 } as const;
const date = { type: Date, required: true } as const;
/** Without mongoose's own `id`, which would hide the field of that name. */
const noIds = { _id: false, id: false } as const;
const staffReference = new Schema<StaffReference>({ id: text, name: text }, noIds);
const approval = new Schema<ApprovalRecord>(
  {
    cause: { type: String, enum: approvalCauses, required: true },
    requestedBy: { type: staffReference, required: true },
    requestedAt: date,
    decidedBy: { type: staffReference },
    decidedAt: Date,
    note: String,
  },
  noIds,
);

export const paymentSchema = new Schema<PaymentRecord>(
  {
    _id: text,
    orderNumber: text,
    userId: text,
    amountPaise: paise,
    currency: text,
    razorpayOrderId: text,
    state: { type: String, enum: paymentStates, required: true },
    captures: [{ _id: false, paymentId: text, method: text, amountPaise: paise, currency: text, at: date }],
    refunds: [
      {
        _id: false,
        key: text,
        paymentId: text,
        amountPaise: paise,
        state: { type: String, enum: refundStates, required: true },
        reason: text,
        razorpayRefundId: String,
        speed: String,
        arn: String,
        isProcessed: Boolean,
        attempts: { type: Number, required: true },
        nextAt: date,
        requestedAt: Date,
        approval: { type: approval },
      },
    ],
    publishedReferences: { type: [String], default: undefined },
    failures: [{ _id: false, paymentId: text, reason: text, at: date }],
    webhookEvents: [String],
    link: { type: linkSchema },
    nextCheckAt: Date,
    checks: { type: Number, default: 0 },
    orderMatch: { type: String, enum: orderMatches },
    createdAt: date,
    purgeAt: Date,
    trace: String,
    ...outboxField,
  },
  { collection: 'payments', minimize: false, versionKey: false },
);

/** Filters repeat the condition of a partial index: without it the index is not used. */
export const isPresent = { $exists: true } as const;
export const hasRefunds = { 'refunds.0': isPresent } as const;
export const hasCaptures = { 'captures.0': isPresent } as const;
export const hasFailures = { 'failures.0': isPresent } as const;

const isAbsent = { $exists: false } as const;
/** Guards of writes that add an entry. */
export const hasRoomForCapture = { [`captures.${MAX_MONEY_ENTRIES - 1}`]: isAbsent };
export const hasRoomForRefund = { [`refunds.${MAX_MONEY_ENTRIES - 1}`]: isAbsent };

export const isFull = ({ captures, refunds }: PaymentRecord): boolean =>
  captures.length >= MAX_MONEY_ENTRIES || refunds.length >= MAX_MONEY_ENTRIES;

/** Whether a Razorpay order is the one of the checkout or of the payment link. */
export const isOrderOf = ({ razorpayOrderId, link }: PaymentRecord, orderId: string | null | undefined): boolean =>
  Boolean(orderId) && (orderId === razorpayOrderId || orderId === link?.razorpayOrderId);

/** Whether money of a Razorpay payment is stored, as captured or as refunded. */
export const hasEntry = ({ captures, refunds }: PaymentRecord, paymentId: string): boolean =>
  [...captures, ...refunds].some((entry) => entry.paymentId === paymentId);

// Partial, because every write of a payment pays for each index that contains it.
paymentSchema.index({ razorpayOrderId: 1 }, { unique: true });
paymentSchema.index({ orderNumber: 1 });
paymentSchema.index({ nextCheckAt: 1 }, { partialFilterExpression: { nextCheckAt: isPresent } });
paymentSchema.index({ orderMatch: 1, _id: -1 }, { partialFilterExpression: { orderMatch: isPresent } });
paymentSchema.index({ 'refunds.state': 1, 'refunds.nextAt': 1 }, { partialFilterExpression: hasRefunds });
for (const field of ['refunds.state', 'refunds.reason'])
  paymentSchema.index({ [field]: 1, _id: -1 }, { partialFilterExpression: hasRefunds });
paymentSchema.index({ 'refunds.razorpayRefundId': 1 }, { partialFilterExpression: hasRefunds });
paymentSchema.index({ 'refunds.approval.requestedAt': -1 }, { partialFilterExpression: hasRefunds });
paymentSchema.index({ purgeAt: 1 }, { expireAfterSeconds: 0, sparse: true });
paymentSchema.index({ 'captures.paymentId': 1 }, { partialFilterExpression: hasCaptures });
paymentSchema.index({ 'failures.paymentId': 1 }, { partialFilterExpression: hasFailures });
for (const field of ['link.createdAt', 'link.referenceId', 'link.razorpayOrderId'])
  paymentSchema.index({ [field]: 1 }, { partialFilterExpression: { [field]: isPresent } });
paymentSchema.index(...outboxIndex);

/** Whether money is or will be returned. */
export const isRefunding = ({ state }: RefundRecord): boolean => state !== 'awaiting_approval' && state !== 'rejected';

/** The receipt of a full refund at Razorpay. */
export const refundKey = (paymentId: string): string => `refund-${paymentId}`;

export const buildRefund = (paymentId: string, amountPaise: number, reason: string): RefundRecord => ({
  key: refundKey(paymentId),
  paymentId,
  amountPaise,
  state: 'requested',
  reason,
  attempts: 0,
  nextAt: new Date(),
  requestedAt: new Date(),
});

/** Returns what Razorpay reports about the progress of a refund. */
export const refundProgress = ({
  speed_processed: speed,
  acquirer_data: acquirer,
  status,
}: RazorpayRefund): Pick<RefundRecord, 'speed' | 'arn' | 'isProcessed'> => ({
  ...(speed ? { speed } : {}),
  ...(acquirer?.arn ? { arn: acquirer.arn } : {}),
  ...(status === 'processed' ? { isProcessed: true } : {}),
});

export const buildCapture = ({ id, method, amount, currency }: RazorpayPayment): CaptureRecord => ({
  paymentId: id,
  method: method ?? 'unknown',
  amountPaise: amount,
  currency,
  at: new Date(),
});

/** Returns the `$push` that stores a webhook event id. Losing an old one costs repeated work only. */
export const pushWebhookEvent = (eventId: string | undefined) =>
  eventId ? { webhookEvents: { $each: [eventId], $slice: -MAX_WEBHOOK_EVENTS } } : {};
