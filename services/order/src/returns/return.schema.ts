import type { ReturnState } from '@rangavalli/contracts/entities/return';
import { returnOutcomes, type ReturnOutcome } from '@rangavalli/contracts/return-rule';
import { Schema } from 'mongoose';

/** Bounds the order's document. */
export const MAX_RETURNS = 50;

export interface ReturnLineRecord {
  lineId: string;
  quantity: number;
  reason: string;
  outcome: ReturnOutcome;
  exchangeFor?: { productId?: string | undefined; size: string };
  /** Once decided: units taken back, and those of the line that earlier returns took back. */
  accepted?: number;
  acceptedBefore?: number;
  restock?: boolean;
  refundPaise?: number;
}

/** Goods of an order that come back, stored in the order: one guarded write decides over units and money. */
export interface ReturnRecord {
  /** An object id: holds of stock have names that grow with time. */
  id: string;
  requestId?: string;
  state: ReturnState;
  requestedAt: Date;
  lines: ReturnLineRecord[];
  comment?: string;
  /** For money that was paid in cash. */
  upiId?: string;
  decidedAt?: Date;
  decidedBy?: { id: string; name: string };
  note?: string;
  /** Of the accepted goods: to the payment method, as store credit, by UPI, and as exchanged goods. */
  onlinePaise?: number;
  creditPaise?: number;
  payoutPaise?: number;
  exchangePaise?: number;
  replacementOrderId?: string;
}

/** Units of an order that a parcel has delivered. */
export interface DeliveryRecord {
  shipmentId: string;
  at: Date;
  lines: { lineId: string; quantity: number }[];
}

const text = { type: String, required: true } as const;
const date = { type: Date, required: true } as const;
const units = { type: Number, required: true, min: 1 } as const;
const noIds = { _id: false, id: false } as const;
const count = { type: Number, min: 0 } as const;

const exchangeFor = new Schema({ productId: String, size: { type: String, default: '' } }, noIds);

export const returnSchema = new Schema<ReturnRecord>(
  {
    id: text,
    requestId: String,
    state: { type: String, enum: ['requested', 'completed', 'refused'], required: true },
    requestedAt: date,
    lines: [
      {
        _id: false,
        lineId: text,
        quantity: units,
        reason: text,
        outcome: { type: String, enum: returnOutcomes, required: true },
        exchangeFor: { type: exchangeFor },
        accepted: count,
        acceptedBefore: count,
        restock: Boolean,
        refundPaise: count,
      },
    ],
    comment: String,
    upiId: String,
    decidedAt: Date,
    decidedBy: { type: new Schema({ id: text, name: text }, noIds) },
    note: String,
    onlinePaise: count,
    creditPaise: count,
    payoutPaise: count,
    exchangePaise: count,
    replacementOrderId: String,
  },
  noIds,
);

export const deliverySchema = new Schema<DeliveryRecord>(
  { shipmentId: text, at: date, lines: [{ _id: false, lineId: text, quantity: units }] },
  noIds,
);
