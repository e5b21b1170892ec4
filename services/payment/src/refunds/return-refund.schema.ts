import { Schema } from 'mongoose';

export const RETURN_REFUND = 'ReturnRefund';

/** A partial refund for goods that came back. Made once: Razorpay has one refund for a key. */
export interface ReturnRefundRecord {
  /** `return-<return id>`: the key at Razorpay. */
  _id: string;
  orderId: string;
  paymentId: string;
  amountPaise: number;
  /** `failed`: at the bank; it has to be made by hand. */
  state: 'requested' | 'done' | 'failed';
  attempts: number;
  nextAt: Date;
  razorpayRefundId?: string;
  requestedAt: Date;
}

const text = { type: String, required: true } as const;
const date = { type: Date, required: true } as const;

export const returnRefundSchema = new Schema<ReturnRefundRecord>(
  {
    _id: text,
    orderId: text,
    paymentId: text,
    amountPaise: { type: Number, required: true, min: 1 },
    state: { type: String, enum: ['requested', 'done', 'failed'], required: true },
    attempts: { type: Number, required: true },
    nextAt: date,
    razorpayRefundId: String,
    requestedAt: date,
  },
  { collection: 'return_refunds', versionKey: false, strict: 'throw' },
);
/** Of the gauges. */
export const notDone = { $in: ['requested', 'failed'] satisfies ReturnRefundRecord['state'][] };
returnRefundSchema.index({ nextAt: 1 }, { name: 'requested', partialFilterExpression: { state: 'requested' } });
returnRefundSchema.index({ state: 1 }, { name: 'not_done', partialFilterExpression: { state: notDone } });
returnRefundSchema.index({ orderId: 1 }, { name: 'of_order' });
