import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { Schema } from 'mongoose';

export const ORDER_SUMMARY = 'OrderSummary';
/** As long as the event of the order may still be replayed from the dead letters, seconds. */
const WITHOUT_ORDER_SECONDS = 90 * 86_400;

export interface OrderSummaryRecord {
  _id: string;
  /** These are missing while a status change has arrived before the order itself. */
  orderNumber?: string;
  orderedAt?: Date;
  totalPaise?: number;
  /** Only while those are missing. */
  withoutOrderSince?: Date;
  userId: string;
  /** For the search of customers. */
  recipientWords?: string[];
  /** The last ten digits. */
  recipientPhone?: string;
  status: OrderStatus;
  /** Revision of the order that set the status; older ones are ignored. */
  revision: number;
}

export const orderSummarySchema = new Schema<OrderSummaryRecord>(
  {
    _id: String,
    orderNumber: String,
    userId: { type: String, required: true },
    orderedAt: Date,
    totalPaise: Number,
    withoutOrderSince: Date,
    recipientWords: { type: [String], default: undefined },
    recipientPhone: String,
    status: { type: String, required: true },
    revision: { type: Number, required: true },
  },
  { collection: 'order_summaries', versionKey: false },
);
orderSummarySchema.index({ userId: 1, orderedAt: -1 });
orderSummarySchema.index({ recipientWords: 1 });
orderSummarySchema.index({ recipientPhone: 1 }, { sparse: true });
orderSummarySchema.index({ withoutOrderSince: 1 }, { sparse: true, expireAfterSeconds: WITHOUT_ORDER_SECONDS });
