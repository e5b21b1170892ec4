import { Schema, type Types } from 'mongoose';

export const STOCK_ALERT = 'StockAlert';

/** Nobody wants a letter about what they looked at longer ago than this, days. */
export const KEPT_DAYS = 180;

/**
 * Somebody who waits for a product. The letter that is sent ends it: the document is deleted and with it the address,
 * so that one asking is one letter, and whoever asks again later is a new one.
 */
export interface StockAlertRecord {
  _id: Types.ObjectId;
  productId: string;
  /** The empty text: any size, or a product without sizes. */
  size: string;
  /** Trimmed, in lower case. */
  email: string;
  /** For the greeting; only of somebody who was signed in and gave no other address. */
  name?: string;
  /** When it was last asked for; 180 days later it is over. */
  askedAt: Date;
  /** There while somebody is sending the letter, or failed to. */
  claim?: {
    /** Until then the letter is left to whoever claimed it; afterwards anybody may try again. */
    until: Date;
    /** How often it has been tried, this time included. */
    attempts: number;
  };
}

export const stockAlertSchema = new Schema<StockAlertRecord>(
  {
    productId: { type: String, required: true },
    // mongoose takes the empty text for none; here it has a meaning.
    size: { type: String, default: '' },
    email: { type: String, required: true },
    name: String,
    askedAt: { type: Date, required: true },
    claim: { type: { _id: false, until: Date, attempts: Number } },
  },
  { collection: 'stock_alerts', versionKey: false },
);
stockAlertSchema.index({ productId: 1, size: 1, email: 1 }, { unique: true });
stockAlertSchema.index({ email: 1 });
stockAlertSchema.index({ 'claim.until': 1 }, { sparse: true });
stockAlertSchema.index({ askedAt: 1 }, { expireAfterSeconds: KEPT_DAYS * 24 * 3600 });
