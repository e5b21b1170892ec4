import { Schema } from 'mongoose';

export const SMS_CLAIM = 'SmsClaim';

/** One code that was sent to a number by SMS, for the hour in which it counts. */
export interface SmsClaimRecord {
  /** Hash of the number, and which of its codes. */
  _id: string;
  expiresAt: Date;
}

export const smsClaimSchema = new Schema<SmsClaimRecord>(
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { collection: 'sms_claims', versionKey: false },
);
smsClaimSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
