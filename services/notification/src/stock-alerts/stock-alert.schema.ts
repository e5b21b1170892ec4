import { Schema, type Types } from 'mongoose';

export const STOCK_ALERT = 'StockAlert';

/** Deleted once its email was sent. */
export interface StockAlertRecord {
  _id: Types.ObjectId;
  productId: string;
  /** Empty: any size, or a product without sizes. */
  size: string;
  email: string;
  /** Only of signed-in customers with their own, verified address. */
  name?: string;
  requestedAt: Date;
  /** Until the address has confirmed it by one of the links, no email about stock is sent. */
  confirmation?: {
    expiresAt: Date;
  };
  /** SHA-256 of the secrets in the emailed links, which confirm or cancel it. */
  linkHashes?: string[];
  /** Present while a process sends the email, and after a failed attempt. */
  claim?: {
    until: Date;
    attempts: number;
  };
}

export const stockAlertSchema = new Schema<StockAlertRecord>(
  {
    productId: { type: String, required: true },
    // Not `required`: mongoose rejects the empty string then.
    size: { type: String, default: '' },
    email: { type: String, required: true },
    name: String,
    requestedAt: { type: Date, required: true },
    confirmation: { type: { _id: false, expiresAt: Date } },
    linkHashes: { type: [String], default: undefined },
    claim: { type: { _id: false, until: Date, attempts: Number } },
  },
  { collection: 'stock_alerts', versionKey: false },
);
stockAlertSchema.index({ productId: 1, size: 1, email: 1 }, { unique: true });
stockAlertSchema.index({ productId: 1, _id: 1 });
stockAlertSchema.index({ email: 1 });
stockAlertSchema.index({ 'claim.until': 1 }, { sparse: true });
stockAlertSchema.index({ 'confirmation.expiresAt': 1 }, { expireAfterSeconds: 0 });

export const isConfirmed = { confirmation: { $exists: false } } as const;
export const isUnconfirmed = { confirmation: { $exists: true } } as const;
