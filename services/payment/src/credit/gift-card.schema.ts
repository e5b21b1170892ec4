import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';
import type { StaffReference } from '../payments/payment.schema.js';

export const GIFT_CARD = 'GiftCard';

export interface GiftCardRecord extends OutboxFields {
  /** The `requestId` of the call that issued it. */
  _id: string;
  /** SHA-256 of the code, which is stored nowhere. */
  codeHash: string;
  ending: string;
  amountPaise: number;
  state: 'active' | 'redeemed' | 'withdrawn';
  issuedAt: Date;
  issuedBy: StaffReference;
  expiresAt: Date;
  redeemedBy?: string;
  redeemedAt?: Date;
  note?: string;
}

const text = { type: String, required: true } as const;
const date = { type: Date, required: true } as const;

export const giftCardSchema = new Schema<GiftCardRecord>(
  {
    _id: text,
    codeHash: text,
    ending: text,
    amountPaise: { type: Number, required: true, min: 1 },
    state: { type: String, enum: ['active', 'redeemed', 'withdrawn'], required: true },
    issuedAt: date,
    issuedBy: { type: new Schema<StaffReference>({ id: text, name: text }, { _id: false, id: false }), required: true },
    expiresAt: date,
    redeemedBy: String,
    redeemedAt: Date,
    note: String,
    ...outboxField,
  },
  { collection: 'gift_cards', versionKey: false, strict: 'throw' },
);
giftCardSchema.index({ codeHash: 1 }, { unique: true });
giftCardSchema.index({ issuedAt: -1, _id: -1 });
giftCardSchema.index(...outboxIndex);
