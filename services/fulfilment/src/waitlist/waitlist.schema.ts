import { type OutboxFields, outboxField, outboxIndex } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const WAITLIST = 'WaitlistEntry';

/** Who wants deliveries to a PIN code that is not served. */
export interface WaitlistRecord extends OutboxFields {
  _id: Types.ObjectId;
  pincode: string;
  email: string;
  /** That was viewed. */
  productId?: string;
  requestedAt: Date;
  /** The PIN code is served, or staff deleted the entry: deleted once its event was published. */
  servedAt?: Date;
}

/** Neither served nor deleted by staff. */
export const isWaiting = { servedAt: { $exists: false } };

export const waitlistSchema = new Schema<WaitlistRecord>(
  {
    pincode: { type: String, required: true },
    email: { type: String, required: true },
    productId: String,
    requestedAt: { type: Date, required: true },
    servedAt: Date,
    ...outboxField,
  },
  { collection: 'waitlist', versionKey: false },
);
waitlistSchema.index({ email: 1, pincode: 1 }, { unique: true });
waitlistSchema.index({ pincode: 1, _id: -1 });
waitlistSchema.index({ servedAt: 1 }, { sparse: true });
waitlistSchema.index(...outboxIndex);
