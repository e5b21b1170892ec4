import type { CartLine } from '@rangavalli/contracts/commands/lines';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { outboxField, type OutboxFields, outboxIndex } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const CART = 'Cart';

export interface LineRecord extends CartLine {
  /** Unit price when the customer last changed the line, paise. */
  unitPaise: number;
}

export interface MergeRecord {
  mergeId: string;
  /** Returned again when the merge is repeated. */
  notes: MergeNote[];
}

/** `_id` is the customer's. */
export interface CartRecord extends OutboxFields {
  _id: string;
  /** One line per product, size and personalisation, oldest first. */
  lines: LineRecord[];
  /** Code of the entered coupon, also while it does not apply. */
  coupon?: string;
  /** The last orders, so that a repeated event does nothing (rule 5). */
  boughtOrders: string[];
  merges: MergeRecord[];
  /** The last reminder of items that were left. */
  remindedAt?: Date;
  /** Guards every change (rule 6). */
  revision: number;
}

const requiredString = { type: String, required: true };
const requiredNumber = { type: Number, required: true };
const size = { type: String, default: '' };

const personalisation = {
  type: [{ _id: false, label: requiredString, value: requiredString }],
  default: undefined,
};

/** A change writes all lines or merges back as they were read, also with fields of the next release. */
const keepsUnknownFields = { _id: false, strict: false } as const;
const line = new Schema(
  {
    productId: requiredString,
    size,
    personalisation,
    quantity: { ...requiredNumber, min: 1 },
    unitPaise: { ...requiredNumber, min: 0 },
  },
  keepsUnknownFields,
);
const note = new Schema(
  {
    productId: requiredString,
    size,
    personalisation,
    name: String,
    wanted: requiredNumber,
    taken: requiredNumber,
    code: requiredString,
    message: requiredString,
  },
  keepsUnknownFields,
);
const merge = new Schema({ mergeId: requiredString, notes: [note] }, keepsUnknownFields);

export const cartSchema = new Schema<CartRecord>(
  {
    _id: String,
    lines: { type: [line], default: [] },
    coupon: String,
    boughtOrders: { type: [String], default: [] },
    merges: { type: [merge], default: [] },
    remindedAt: Date,
    revision: requiredNumber,
    ...outboxField,
  },
  { collection: 'carts', timestamps: true, versionKey: false, strict: 'throw' },
);
cartSchema.index(...outboxIndex);
