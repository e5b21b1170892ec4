import { type Billing, type orderPromise, type OrderStatus, paymentState } from '@rangavalli/contracts/entities/order';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import type { StaffRole } from '@rangavalli/contracts/permissions';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, Types } from 'mongoose';
import type { z } from 'zod';
import { type ConfirmationCode, confirmationCodeSchema } from '../cash/confirmation-code.js';
import { type OrderCashRecord, orderCashSchema } from '../cash/order-cash.schema.js';
import { type DeliveryRecord, deliverySchema, type ReturnRecord, returnSchema } from '../returns/return.schema.js';
import type { OrderLineRecord } from './order-line.js';
import { type Phase, phases } from './order-state.js';

export type { OrderLineRecord } from './order-line.js';

export const ORDER = 'Order';

export const SYSTEM = 'system';
export const CANCELLED = 'Order cancelled';

export interface HistoryEntry {
  at: Date;
  /** Email address, or `SYSTEM`. */
  by: string;
  what: string;
  from?: string;
  to?: string;
}

export interface OrderPayment {
  id: string;
  method: string;
  amountPaise: number;
  capturedAt: Date;
  /** Hash of the response that the browser verified; missing when an event brought the capture. */
  responseHash?: string;
}

/** Money in paise, times in UTC. */
export interface OrderRecord extends OutboxFields {
  _id: Types.ObjectId;
  /** For people; allocated when the checkout begins. */
  orderNumber: string;
  userId: string;
  customer: { name: string; email: string; emailVerified?: boolean };
  phase: Phase;
  /** Set in `openPhases`; its unique index allows one open checkout per customer. */
  open?: true;
  cartKey: string;
  /** What staff search for, lower case; once the checkout is open. */
  searchTerms?: string[];
  /** Snapshots from the moment of the hold; without name and price while `opening`. */
  lines: OrderLineRecord[];
  totalPaise: number;
  /** Once the checkout is open, with the lines in the same order. */
  quote?: Quote;
  /** Of the cart when the checkout began, also when it did not apply. */
  coupon?: string;
  /** Of the applied offers. */
  offerIds?: string[];
  /** Validated by the calls. */
  billing?: Billing;
  /** When it arrives, and the shipping rule of its quote. */
  promise?: z.infer<typeof orderPromise>;
  shipping?: { chargePaise: number; freeFromPaise?: number | undefined };
  /** Whether its PIN code is served with cash on delivery; missing without a promise. */
  isCodServed?: boolean;
  note?: string;
  giftMessage?: string;
  /** `<order id>:<holdSeq>`; the id of a lost hold is never used again. */
  holdId: string;
  holdSeq: number;
  holdExpiresAt?: Date;
  /** Sum of the quantities, for the list of holds. */
  units: number;
  /** How many checkouts of the same hold period this one follows. */
  renewals: number;
  /** Network of the visitor while the checkout is not paid. */
  network?: string;
  /** The checkout was replaced or released: it can no longer be paid, a late payment is refunded. */
  isWithdrawn?: true;
  razorpayOrderId?: string;
  /** The open payment link, with which the customer can pay later. */
  paymentLink?: { url: string; expiresAt: Date };
  hasEndedLink?: true;
  /** When the customer is sent a link because a payment failed, unless the order is paid or ends before. */
  failureNoticeAt?: Date;
  /** Of a phone order: the request that made it, and who took it. */
  requestId?: string;
  takenBy?: { id: string; name: string };
  payment?: OrderPayment;
  paymentState: z.infer<typeof paymentState>;
  /** Online when missing. `part`: an advance online, the rest in cash. */
  method?: 'cod' | 'part';
  /** The customer wants to spend store credit. */
  useCredit?: true;
  /** Once the checkout is open: reserved store credit, and the advance of a part payment. */
  creditPaise?: number;
  advancePaise?: number;
  /** Parcels that have left the shop, and that have arrived, as the fulfilment service reported them. */
  dispatches?: DeliveryRecord[];
  deliveries?: DeliveryRecord[];
  /** Units of parcels that came back and were inspected: they cannot be sold again. */
  damaged?: DeliveryRecord[];
  returns?: ReturnRecord[];
  /** Forms of returns that have uploads and are not sent yet: their `requestId`s, and when the first upload began. */
  uploadForms?: { id: string; at: Date }[];
  /** Until the order is placed. */
  confirmation?: ConfirmationCode;
  /** Of a placed order that is paid on delivery, in part or in full. */
  cash?: OrderCashRecord;
  /** Second and rejected payments, a hundred at most: they can never place this order. */
  extraPayments: string[];
  /** Held by the process that places the order. */
  lease?: { token: string; until: Date };
  dueAt?: Date;
  dueTries: number;
  status?: OrderStatus;
  /** The member of staff whose cancellation is refunded. */
  cancelledBy?: { id: string; name: string; role: StaffRole };
  /** Guards status changes. */
  revision: number;
  history: HistoryEntry[];
  createdAt: Date;
  orderedAt?: Date;
  /** When an unpaid checkout is deleted; absent once money has arrived. */
  purgeAt?: Date;
  /** `traceparent` of the request that began the checkout; absent without tracing. */
  trace?: string;
}

const requiredString = { type: String, required: true };
const requiredNumber = { type: Number, required: true };
/** Without mongoose's own `id`, which would hide the field of that name. */
const noIds = { _id: false, id: false } as const;
const requiredDate = { type: Date, required: true };

const line = {
  _id: false,
  lineId: requiredString,
  productId: requiredString,
  name: { type: String, default: '' },
  image: String,
  unitPaise: { ...requiredNumber, min: 0 },
  size: { type: String, default: '' },
  personalisation: {
    type: [{ _id: false, label: requiredString, value: requiredString }],
    default: undefined,
  },
  extraDays: Number,
  category: String,
  quantity: { ...requiredNumber, min: 1 },
};
const payment = {
  id: requiredString,
  method: requiredString,
  amountPaise: requiredNumber,
  capturedAt: requiredDate,
  responseHash: String,
};

export const orderSchema = new Schema<OrderRecord>(
  {
    orderNumber: { type: String, required: true },
    userId: requiredString,
    customer: { _id: false, name: String, email: String, emailVerified: Boolean },
    phase: { type: String, enum: phases, required: true },
    open: Boolean,
    cartKey: requiredString,
    searchTerms: { type: [String], default: undefined },
    lines: [line],
    totalPaise: { ...requiredNumber, min: 0 },
    quote: Object,
    coupon: String,
    offerIds: { type: [String], default: undefined },
    billing: Object,
    promise: Object,
    shipping: Object,
    isCodServed: Boolean,
    note: String,
    giftMessage: String,
    holdId: requiredString,
    holdSeq: requiredNumber,
    holdExpiresAt: Date,
    units: { type: Number, default: 0 },
    renewals: { type: Number, default: 0 },
    network: String,
    isWithdrawn: Boolean,
    razorpayOrderId: String,
    paymentLink: { type: new Schema({ url: requiredString, expiresAt: requiredDate }, noIds) },
    hasEndedLink: Boolean,
    failureNoticeAt: Date,
    requestId: String,
    takenBy: { type: new Schema({ id: requiredString, name: requiredString }, noIds) },
    payment: { type: new Schema(payment, noIds) },
    paymentState: { type: String, enum: paymentState.options, required: true },
    method: { type: String, enum: ['cod', 'part'] },
    useCredit: Boolean,
    creditPaise: { type: Number, min: 0 },
    advancePaise: { type: Number, min: 0 },
    confirmation: { type: confirmationCodeSchema },
    cash: { type: orderCashSchema },
    dispatches: { type: [deliverySchema], default: undefined },
    deliveries: { type: [deliverySchema], default: undefined },
    damaged: { type: [deliverySchema], default: undefined },
    returns: { type: [returnSchema], default: undefined },
    uploadForms: {
      type: [new Schema({ id: requiredString, at: requiredDate }, noIds)],
      default: undefined,
    },
    extraPayments: [String],
    lease: { type: new Schema({ token: requiredString, until: requiredDate }, { _id: false }) },
    dueAt: Date,
    dueTries: { type: Number, default: 0 },
    status: { type: String, enum: orderStatuses },
    cancelledBy: { type: new Schema({ id: requiredString, name: requiredString, role: requiredString }, noIds) },
    revision: { type: Number, default: 0 },
    history: [{ _id: false, at: requiredDate, by: requiredString, what: requiredString, from: String, to: String }],
    createdAt: requiredDate,
    orderedAt: Date,
    purgeAt: Date,
    trace: String,
    ...outboxField,
  },
  { collection: 'orders', minimize: false, strict: 'throw', versionKey: false },
);

/** Names of the indexes that queries choose themselves. */
export const orderIndexes = {
  placed: 'placed',
  placedOfCustomer: 'placed_of_customer',
  placedByStatus: 'placed_by_status',
  placedByTerm: 'newest_placed_by_term',
  refunded: 'refunded',
  cash: 'cash',
  collected: 'collected',
  returned: 'returned',
  decidedReturns: 'decided_returns',
  payouts: 'payouts',
} as const;
/** What a list of returns shows. */
export const listedFieldsOfReturns = { orderNumber: 1, customer: 1, lines: 1, returns: 1 } as const;
orderSchema.index({ userId: 1 }, { unique: true, partialFilterExpression: { open: true }, name: 'one_open_checkout' });
const refusal = { partialFilterExpression: { 'cash.refusedAt': { $exists: true } } };
// All are partial: a write pays for each index that contains the order.
const placed = { partialFilterExpression: { phase: 'placed' } };
orderSchema.index({ userId: 1, orderedAt: -1 }, { name: orderIndexes.placedOfCustomer, ...placed });
orderSchema.index({ orderedAt: -1 }, { name: orderIndexes.placed, ...placed });
orderSchema.index({ status: 1, _id: -1 }, { name: orderIndexes.placedByStatus, ...placed });
orderSchema.index(
  { 'cash.state': 1, _id: -1 },
  { name: orderIndexes.cash, partialFilterExpression: { 'cash.state': { $exists: true } } },
);
orderSchema.index(
  { 'cash.collectedAt': 1 },
  { name: orderIndexes.collected, partialFilterExpression: { 'cash.collectedAt': { $exists: true } } },
);
orderSchema.index({ userId: 1, 'cash.refusedAt': -1 }, { name: 'refusals_of_customer', ...refusal });
orderSchema.index({ 'billing.phone': 1, 'cash.refusedAt': -1 }, { name: 'refusals_of_phone', ...refusal });
orderSchema.index(
  { 'returns.state': 1, _id: -1 },
  { name: orderIndexes.returned, partialFilterExpression: { 'returns.state': { $exists: true } } },
);
orderSchema.index(
  { 'returns.decidedAt': 1 },
  { name: orderIndexes.decidedReturns, partialFilterExpression: { 'returns.decidedAt': { $exists: true } } },
);
orderSchema.index(
  { 'returns.payoutState': 1, _id: -1 },
  { name: orderIndexes.payouts, partialFilterExpression: { 'returns.payoutState': { $exists: true } } },
);
orderSchema.index(
  { 'returns.id': 1 },
  { name: 'return_by_id', partialFilterExpression: { 'returns.id': { $exists: true } } },
);
const hasLink = { 'paymentLink.expiresAt': { $exists: true } };
orderSchema.index(
  { userId: 1, 'paymentLink.expiresAt': -1 },
  { name: 'payment_links', partialFilterExpression: hasLink },
);
orderSchema.index({ searchTerms: 1, _id: -1 }, { name: orderIndexes.placedByTerm, ...placed });
for (const [field, name] of [
  ['razorpayOrderId', 'razorpay_order'],
  ['payment.id', 'payment'],
  ['dueAt', 'due'],
  ['failureNoticeAt', 'failure_notices'],
] as const)
  orderSchema.index({ [field]: 1 }, { name, partialFilterExpression: { [field]: { $exists: true } } });
const hasRequestId = { requestId: { $exists: true } };
orderSchema.index({ requestId: 1 }, { name: 'phone_request', unique: true, partialFilterExpression: hasRequestId });
orderSchema.index({ orderNumber: 1 }, { name: 'order_number', unique: true });
orderSchema.index(
  { status: 1 },
  { name: orderIndexes.refunded, partialFilterExpression: { phase: 'placed', paymentState: 'refunded' } },
);
orderSchema.index({ purgeAt: 1 }, { name: 'purge', expireAfterSeconds: 0, sparse: true });
orderSchema.index(...outboxIndex);

/** Filter of all placed orders; the range makes the index of ids usable, which has the order of the lists. */
export const PLACED = { phase: 'placed', _id: { $gt: new Types.ObjectId('0'.repeat(24)) } } as const;

/** Filter that makes the index of due orders usable. Every open checkout is due at its end, also one by phone. */
export const DUE = { dueAt: { $gt: new Date(0) } } as const;
