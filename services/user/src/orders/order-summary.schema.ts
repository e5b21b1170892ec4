import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { Schema } from 'mongoose';

export const ORDER_SUMMARY = 'OrderSummary';

/** What the profile shows of an order: told by the order service's events, never asked for. */
export interface OrderSummaryRecord {
  /** The order's id. */
  _id: string;
  userId: string;
  /** Missing while a change of the order is known and the order itself not yet: events of two subjects may overtake one another. */
  orderedAt?: Date;
  totalPaise?: number;
  status: OrderStatus;
  /** Of the order, when it had this status; an older one changes nothing. */
  revision: number;
  confirmation?: {
    /** A process is sending the letter since then … */
    claimedAt: Date;
    /** … and has sent it. */
    sentAt?: Date;
  };
}

export const orderSummarySchema = new Schema<OrderSummaryRecord>(
  {
    _id: String,
    userId: { type: String, required: true },
    orderedAt: Date,
    totalPaise: Number,
    status: { type: String, required: true },
    revision: { type: Number, required: true },
    confirmation: { _id: false, claimedAt: Date, sentAt: Date },
  },
  { collection: 'order_summaries', versionKey: false },
);
orderSummarySchema.index({ userId: 1, orderedAt: -1 });
