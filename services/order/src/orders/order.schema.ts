import type { PricedLine } from '@rangavalli/contracts/commands';
import { type Billing, type OrderStatus, orderStatuses, paymentState } from '@rangavalli/contracts/entities/order';
import { outboxField, outboxIndex, type WithOutbox } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';
import type { z } from 'zod';
import { type Phase, phases } from './phases.js';

export const ORDER = 'Order';

/** Who did what to an order, and when. `from` and `to` are statuses. */
export interface HistoryEntry {
  at: Date;
  by: string;
  what: string;
  from?: string;
  to?: string;
}

/** What the history says of a cancelled order. */
export const CANCELLED = 'Order cancelled';

/** The captured payment that an order belongs to. Paise. */
export interface OrderPayment {
  id: string;
  method: string;
  amountPaise: number;
  capturedAt: Date;
  /** Hash of the ids and the signature by which the page proved it; missing where somebody else brought the news. */
  proof?: string;
}

/** An order as it is stored. Money in paise, times in UTC. */
export interface OrderRecord extends WithOutbox {
  _id: Types.ObjectId;
  userId: string;
  customer: { name: string; email: string };
  phase: Phase;
  /** There while the checkout goes on; the partial unique index on it allows one a customer. */
  open?: true;
  /** Says whether two carts are the same: a hash of the sorted lines. */
  cartKey: string;
  /** Snapshots from the moment of the hold; while `opening` only what the cart says, without price. */
  lines: PricedLine[];
  totalPaise: number;
  billing?: Billing;
  /** `<order id>:<holdSeq>`; a hold that was lost is never used again. */
  holdId: string;
  holdSeq: number;
  holdExpiresAt?: Date;
  razorpayOrderId?: string;
  payment?: OrderPayment;
  paymentState: z.infer<typeof paymentState>;
  /** Captured payments beyond the first; each is refunded. */
  extraPayments: string[];
  /** Who is turning the paid order into a placed one right now, so that two never hold stock for it at once. */
  lease?: { token: string; until: Date };
  /** When the sweeper must look at the order, in whatever phase it is. */
  dueAt?: Date;
  dueTries: number;
  status?: OrderStatus;
  /** Counts changes of status: a change is guarded by the one that it saw. */
  revision: number;
  history: HistoryEntry[];
  createdAt: Date;
  orderedAt?: Date;
}

const line = {
  _id: false,
  productId: String,
  name: String,
  image: String,
  unitPaise: Number,
  size: String,
  quantity: Number,
};
const billing = {
  fullName: String,
  email: String,
  phone: String,
  address: String,
  city: String,
  state: String,
  pincode: String,
  country: String,
};

export const orderSchema = new Schema<OrderRecord>(
  {
    userId: { type: String, required: true },
    customer: { _id: false, name: String, email: String },
    phase: { type: String, enum: phases, required: true },
    open: Boolean,
    cartKey: { type: String, required: true },
    lines: [line],
    totalPaise: { type: Number, required: true },
    billing: { type: new Schema(billing, { _id: false }) },
    holdId: { type: String, required: true },
    holdSeq: { type: Number, required: true },
    holdExpiresAt: Date,
    razorpayOrderId: String,
    payment: {
      type: new Schema(
        { id: String, method: String, amountPaise: Number, capturedAt: Date, proof: String },
        { _id: false, id: false },
      ),
    },
    paymentState: { type: String, enum: paymentState.options, required: true },
    extraPayments: [String],
    lease: { type: new Schema({ token: String, until: Date }, { _id: false }) },
    dueAt: Date,
    dueTries: { type: Number, default: 0 },
    status: { type: String, enum: orderStatuses },
    revision: { type: Number, default: 0 },
    history: [{ _id: false, at: Date, by: String, what: String, from: String, to: String }],
    createdAt: { type: Date, required: true },
    orderedAt: Date,
    ...outboxField,
  },
  { collection: 'orders', minimize: false },
);

orderSchema.index({ userId: 1 }, { unique: true, partialFilterExpression: { open: true }, name: 'one_open_checkout' });
// Partial ones all: every write of an order pays for each index, and little for those that the order is not in.
orderSchema.index(
  { userId: 1, orderedAt: -1 },
  { name: 'placed_of_customer', partialFilterExpression: { phase: 'placed' } },
);
orderSchema.index({ orderedAt: -1 }, { name: 'placed', partialFilterExpression: { phase: 'placed' } });
orderSchema.index(
  { razorpayOrderId: 1 },
  { name: 'razorpay_order', partialFilterExpression: { razorpayOrderId: { $exists: true } } },
);
orderSchema.index(
  { 'payment.id': 1 },
  { name: 'payment', partialFilterExpression: { 'payment.id': { $exists: true } } },
);
orderSchema.index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { dueAt: { $exists: true } } });
orderSchema.index(...outboxIndex);

/** What releases up to 0.1.0 had in their place. */
export const FORMER_INDEXES = [
  'userId_1_phase_1_orderedAt_-1',
  'phase_1_orderedAt_-1',
  'razorpayOrderId_1',
  'payment.id_1',
  'dueAt_1',
];

/** Every placed order. Its time is named for the index's sake. */
export const PLACED = { phase: 'placed', orderedAt: { $gt: new Date(0) } } as const;
