import type { OrderReturn, returnShipment, ReturnState } from '@rangavalli/contracts/entities/return';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { returnOutcomes, type ReturnOutcome } from '@rangavalli/contracts/return-rule';
import { Schema } from 'mongoose';
import type { z } from 'zod';
import type { OrderLineRecord } from '../store/order-line.js';

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
  /** With `restock`: accepted units that came back damaged, and are not restocked. */
  damaged?: number;
  refundPaise?: number;
}

/** Goods of an order that come back, stored in the order: one guarded write decides over units and money. */
export interface ReturnRecord {
  /** An object id: holds of stock have names that grow with time. */
  id: string;
  requestId?: string;
  /** `cancelled`: the units were never dispatched. */
  state: ReturnState | 'cancelled';
  /** Of cancelled units: the invoice was not issued yet, and does not contain them. */
  isBeforeInvoice?: boolean;
  /** Requested by the customer, so that its units have arrived. */
  isFromCustomer?: true;
  requestedAt: Date;
  lines: ReturnLineRecord[];
  comment?: string;
  /** For money that was paid in cash. */
  upiId?: string;
  bank?: OrderReturn['bank'];
  /** At the image host. */
  photos?: NonNullable<OrderReturn['photos']>;
  video?: OrderReturn['video'];
  decisionPhoto?: OrderReturn['video'];
  shipment?: z.infer<typeof returnShipment> & { at: Date; isBooked?: true };
  decidedAt?: Date;
  decidedBy?: { id: string; name: string };
  note?: string;
  /** Of the accepted goods: not collected, to the payment method, as store credit, by UPI, and as exchanged goods. */
  cashPaise?: number;
  onlinePaise?: number;
  creditPaise?: number;
  payoutPaise?: number;
  exchangePaise?: number;
  /** Of `payoutPaise`. */
  payoutState?: 'due' | 'paid';
  payoutReference?: string;
  /** What the goods cost that replace the returned ones, and their difference from the customer's store credit. */
  replacement?: Replacement;
  differencePaise?: number;
  replacementOrderId?: string;
}

/** The content of an order that replaces returned goods, once their stock is held. */
export interface Replacement {
  /** Of its order. */
  orderNumber: string;
  lines: OrderLineRecord[];
  quote?: Quote;
  totalPaise: number;
  /** What the customer pays by a link before it is placed, and until when its stock is held. */
  due?: { paise: number; payBy: Date };
}

/** Units of an order that left the shop in a parcel, that it delivered, or that came back damaged. */
export interface DeliveryRecord {
  shipmentId: string;
  at: Date;
  lines: { lineId: string; quantity: number }[];
}

const text = { type: String, required: true } as const;
const date = { type: Date, required: true } as const;
const units = { type: Number, required: true, min: 1 } as const;
/** These documents are read, changed and written as a whole: fields of other versions stay. */
const embedded = { _id: false, id: false, strict: false } as const;
const count = { type: Number, min: 0 } as const;

const exchangeFor = new Schema({ productId: String, size: { type: String, default: '' } }, embedded);

export const returnSchema = new Schema<ReturnRecord>(
  {
    id: text,
    requestId: String,
    state: { type: String, enum: ['requested', 'completed', 'refused', 'cancelled'], required: true },
    isBeforeInvoice: Boolean,
    isFromCustomer: Boolean,
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
        damaged: count,
        refundPaise: count,
      },
    ],
    comment: String,
    upiId: String,
    bank: Object,
    photos: { type: [Object], default: undefined },
    video: Object,
    decisionPhoto: Object,
    shipment: Object,
    decidedAt: Date,
    decidedBy: { type: new Schema({ id: text, name: text }, embedded) },
    note: String,
    cashPaise: count,
    onlinePaise: count,
    creditPaise: count,
    payoutPaise: count,
    payoutState: { type: String, enum: ['due', 'paid'] },
    payoutReference: String,
    exchangePaise: count,
    replacement: Object,
    differencePaise: count,
    replacementOrderId: String,
  },
  embedded,
);

export const deliverySchema = new Schema<DeliveryRecord>(
  { shipmentId: text, at: date, lines: [{ _id: false, lineId: text, quantity: units }] },
  embedded,
);
