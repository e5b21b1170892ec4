import { Schema, type Types } from 'mongoose';

export const WAITLIST = 'WaitlistEntry';

/** Who wants deliveries to a PIN code that is not served. */
export interface WaitlistRecord {
  _id: Types.ObjectId;
  pincode: string;
  email: string;
  /** That was viewed. */
  productId?: string;
  requestedAt: Date;
}

export const waitlistSchema = new Schema<WaitlistRecord>(
  {
    pincode: { type: String, required: true },
    email: { type: String, required: true },
    productId: String,
    requestedAt: { type: Date, required: true },
  },
  { collection: 'waitlist', versionKey: false },
);
waitlistSchema.index({ email: 1, pincode: 1 }, { unique: true });
waitlistSchema.index({ pincode: 1, _id: -1 });
