import { creditReasons } from '@rangavalli/contracts/entities/credit';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';
import { creditAccounts, type CreditChange } from './credit-balance.js';

export const CREDIT_ENTRY = 'CreditEntry';

/** An entry of the ledger of one customer: what moved, and the balance after it. Never changed. */
export interface CreditEntryRecord extends OutboxFields, CreditChange {
  /** `<user id>:<sequence>`: two processes cannot write the same entry, so no balance is spent twice. */
  _id: string;
  userId: string;
  sequence: number;
  /** Once per customer: a repeated command finds its entry. */
  key: string;
  at: Date;
  orderId?: string;
  giftCardId?: string;
  note?: string;
  by?: { id: string; name: string };
}

const text = { type: String, required: true } as const;
const paise = { type: Number, required: true, min: 0 } as const;
const lots = [{ _id: false, paise, expiresAt: { type: Date, required: true } }];

export const creditEntrySchema = new Schema<CreditEntryRecord>(
  {
    _id: text,
    userId: text,
    sequence: { type: Number, required: true },
    key: text,
    at: { type: Date, required: true },
    reason: { type: String, enum: creditReasons, required: true },
    postings: [
      {
        _id: false,
        from: { type: String, enum: creditAccounts, required: true },
        to: { type: String, enum: creditAccounts, required: true },
        amountPaise: paise,
      },
    ],
    balance: { lots, reservations: [{ _id: false, orderId: text, lots }] },
    orderId: String,
    giftCardId: String,
    note: String,
    by: { type: new Schema({ id: text, name: text }, { _id: false, id: false }) },
    ...outboxField,
  },
  { collection: 'credit_entries', versionKey: false, strict: 'throw', minimize: false },
);
creditEntrySchema.index({ userId: 1, key: 1 }, { unique: true, name: 'entry_of_key' });
creditEntrySchema.index({ userId: 1, sequence: -1 }, { name: 'entries_of_customer' });
creditEntrySchema.index(...outboxIndex);
