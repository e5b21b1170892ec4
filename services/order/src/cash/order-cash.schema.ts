import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { Schema } from 'mongoose';

/** `void`: cancelled before it was collected. */
export const cashStates = ['due', 'collected', 'remitted', 'void'] as const;

/** What a courier has paid to the shop for an order. */
export interface RemittanceRecord {
  reference: string;
  /** Date of the courier's payment, `YYYY-MM-DD`. */
  date: string;
  recordedAt: Date;
  /** Email address of the member of staff. */
  by: string;
}

/** The cash of an order that is paid on delivery. */
export interface OrderCashRecord {
  state: (typeof cashStates)[number];
  duePaise: number;
  collectedAt?: Date;
  /** When the customer refused the parcel at the door. */
  refusedAt?: Date;
  remittance?: RemittanceRecord;
}

const requiredString = { type: String, required: true };
/** These documents are read, changed and written as a whole: fields of other versions stay. */
const embedded = { _id: false, strict: false } as const;

export const orderCashSchema = new Schema<OrderCashRecord>(
  {
    state: { type: String, enum: cashStates, required: true },
    duePaise: { type: Number, required: true, min: 0 },
    collectedAt: Date,
    refusedAt: Date,
    remittance: {
      type: new Schema(
        {
          reference: requiredString,
          date: requiredString,
          recordedAt: { type: Date, required: true },
          by: requiredString,
        },
        embedded,
      ),
    },
  },
  embedded,
);

/**
 * Returns the cash of an order after a change of its status. Delivered collects it; a correction from Delivered takes
 * that back. A cancelled order that had been shipped without parcels was refused at the door; of parcels, the courier
 * reports it. Cash that was collected or remitted stays: a cancellation afterwards pays it back as store credit.
 */
export function cashAfter(
  cash: OrderCashRecord,
  { from, to, at, hasParcels }: { from: OrderStatus; to: OrderStatus; at: Date; hasParcels: boolean },
): OrderCashRecord {
  if (cash.remittance) return cash;
  const { collectedAt: _collectedAt, refusedAt, ...rest } = cash;
  if (to === 'Delivered') return { ...rest, state: 'collected', collectedAt: at };
  const refused = refusedAt ? { refusedAt } : {};
  if (to !== 'Cancelled') return { ...rest, state: 'due', ...refused };
  if (cash.state === 'collected') return cash;
  return { ...rest, state: 'void', ...(from === 'Shipped' && !hasParcels ? { refusedAt: at } : refused) };
}

export const isCollected = ({ state }: OrderCashRecord): boolean => state === 'collected' || state === 'remitted';
