import { Schema } from 'mongoose';

export const DELAY_WATCH = 'DelayWatch';

/**
 * A placed order with a promised date. Once it is delivered, cancelled or late, the row stays without the date: the
 * event that placed it may arrive afterwards.
 */
export interface DelayWatchRecord {
  /** The order's id. */
  _id: string;
  orderNumber?: string;
  userId: string;
  /** The last promised day, ISO date in India. */
  promisedBy?: string;
  /** Empty objects are not stored. */
  customer?: { name?: string; email?: string; emailVerified?: boolean; phone?: string };
  createdAt: Date;
  /** Present while a process sends the message. */
  claimedUntil?: Date;
}

const customer = new Schema<NonNullable<DelayWatchRecord['customer']>>(
  { name: String, email: String, emailVerified: Boolean, phone: String },
  { _id: false },
);

export const delayWatchSchema = new Schema<DelayWatchRecord>(
  {
    _id: { type: String, required: true },
    orderNumber: String,
    userId: { type: String, required: true },
    promisedBy: String,
    customer,
    createdAt: { type: Date, required: true },
    claimedUntil: Date,
  },
  { collection: 'delay_watches', versionKey: false },
);
delayWatchSchema.index({ promisedBy: 1 });
delayWatchSchema.index({ userId: 1 });
