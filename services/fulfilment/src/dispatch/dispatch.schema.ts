import { bookingStates, type Courier } from '@rangavalli/contracts/entities/shipment';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const DISPATCH_ORDER = 'DispatchOrder';

export interface ReadyParcel {
  id: string;
  awb: string;
  courier: Courier;
  courierName?: string;
  booking?: { state: (typeof bookingStates)[number]; error?: string };
  createdAt: Date;
  units: number;
  /** What is collected with it; missing in an order without cash. */
  codPaise?: number;
}

/** An order with goods in the shop, as a row of the queue. Names and notes are personal data: unset when it is over. */
export interface DispatchRow {
  /** Missing when it does not hold, for the partial indexes. */
  isToShip?: true;
  isReady?: true;
  orderNumber: string;
  dueDate: string;
  recipient: string;
  city: string;
  pincode: string;
  zone?: string;
  lines: { lineId: string; name: string; size: string; quantity: number; isPersonalised: boolean }[];
  parcels: ReadyParcel[];
  weightGrams?: number;
  /** Missing when nothing is collected. */
  codPaise?: number;
  note?: string;
  isGift: boolean;
}

export interface DispatchRecord extends Partial<DispatchRow>, OutboxFields {
  /** The order's id. */
  _id: string;
  /** Sum of the revisions that were read: an older state never replaces a newer one. */
  version: number;
  pickupDate?: string;
  /** When nothing was left to do. */
  closedAt?: Date;
}

const text = { type: String, required: true } as const;
const count = { type: Number, required: true, min: 1 } as const;
const noIds = { _id: false, id: false } as const;
const line = new Schema({ lineId: text, name: text, size: String, quantity: count, isPersonalised: Boolean }, noIds);
const parcel = new Schema(
  {
    id: text,
    awb: text,
    courier: text,
    courierName: String,
    booking: { type: new Schema({ state: { type: String, enum: bookingStates }, error: String }, noIds) },
    createdAt: { type: Date, required: true },
    units: count,
    codPaise: { type: Number, min: 0 },
  },
  noIds,
);

/** Names of the indexes that queries choose themselves. */
export const dispatchIndexes = { toShip: 'to_ship', ready: 'ready' } as const;

/** The fields of a row, for those that a new state no longer has. */
export const rowFields = [
  'isToShip',
  'isReady',
  'orderNumber',
  'dueDate',
  'recipient',
  'city',
  'pincode',
  'zone',
  'lines',
  'parcels',
  'weightGrams',
  'codPaise',
  'note',
  'isGift',
] as const satisfies readonly (keyof DispatchRow)[];

export const dispatchSchema = new Schema<DispatchRecord>(
  {
    _id: text,
    version: { type: Number, required: true },
    isToShip: Boolean,
    isReady: Boolean,
    orderNumber: String,
    dueDate: String,
    recipient: String,
    city: String,
    pincode: String,
    zone: String,
    lines: { type: [line], default: undefined },
    parcels: { type: [parcel], default: undefined },
    weightGrams: Number,
    codPaise: { type: Number, min: 0 },
    note: String,
    isGift: Boolean,
    pickupDate: String,
    closedAt: Date,
    ...outboxField,
  },
  { collection: 'dispatch_orders', versionKey: false, strict: 'throw' },
);
for (const [field, name] of [
  ['isToShip', dispatchIndexes.toShip],
  ['isReady', dispatchIndexes.ready],
] as const)
  dispatchSchema.index({ [field]: 1, dueDate: 1, _id: 1 }, { name, partialFilterExpression: { [field]: true } });
dispatchSchema.index(...outboxIndex);
