import { bookingStates, type Courier, type Shipment } from '@rangavalli/contracts/entities/shipment';
import { type ShipmentStatus, shipmentStatuses } from '@rangavalli/contracts/shipment-statuses';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const ORDER_SHIPMENTS = 'OrderShipments';

export interface ShipmentEventRecord {
  status: ShipmentStatus;
  at: Date;
  /** As the courier names it; missing for changes of staff. */
  label?: string;
  /** The label is unknown: the status is that of its time. */
  isNote?: true;
  place?: string;
  note?: string;
  /** Email address of the member of staff. */
  by?: string;
}

/** The booking of a parcel at a courier with an account. */
export interface BookingRecord {
  state: (typeof bookingStates)[number];
  tries: number;
  /** When it is tried next; missing when nothing is left to do. */
  dueAt?: Date;
  /** Of the last attempt, in the courier's words. */
  error?: string;
}

/** Attempts of a delivery that failed. */
export interface UndeliveredRecord {
  attempts: number;
  /** Of the last one. */
  at?: Date;
  reason?: string;
  /** What staff requested after the last one. */
  requested?: 'reattempt' | 'rto';
  requestedDate?: string;
  note?: string;
}

/** The inspection of a parcel that came back. */
export interface ReceivedRecord {
  at: Date;
  /** Email address of the member of staff. */
  by: string;
  lines: { lineId: string; restock: boolean }[];
  note?: string;
}

export interface ShipmentRecord {
  id: string;
  /** Of the request that made it: a repeated one finds it. */
  requestId?: string;
  /** In the link of its page; known to nobody else. */
  token: string;
  status: ShipmentStatus;
  courier: Courier;
  /** The shipment's id until the courier has given its number. */
  awb: string;
  booking?: BookingRecord;
  courierName?: string;
  courierShipmentId?: string;
  courierTrackingUrl?: string;
  /** Its share of the cash, also 0; missing where none is due, and in parcels that were made before all had one. */
  codPaise?: number;
  undelivered?: UndeliveredRecord;
  received?: ReceivedRecord;
  /** When its tracking is requested, unless a scan arrives before. */
  nextPollAt?: Date;
  parcel?: Shipment['parcel'];
  lines: Shipment['lines'];
  createdAt: Date;
  history: ShipmentEventRecord[];
}

/** All parcels of an order in one document, so that one write guards how many units are shipped. */
export interface OrderShipmentsRecord extends OutboxFields {
  /** The order's id. */
  _id: string;
  orderNumber: string;
  userId: string;
  city?: string;
  promise?: { from: string; to: string };
  /** What was ordered. */
  ordered: Shipment['lines'];
  shipments: ShipmentRecord[];
  /** Of parcels that could not be delivered, or come back and are not inspected; for their lists. */
  attention?: ('undelivered' | 'rto')[];
  /** The earliest of its parcels' bookings. */
  bookingDueAt?: Date;
  /** The earliest of its parcels' polls. */
  pollDueAt?: Date;
  /** No more parcels are made. */
  isCancelled?: true;
  /** Guards changes. */
  revision: number;
  createdAt: Date;
}

const text = { type: String, required: true } as const;
const count = { type: Number, required: true, min: 1 } as const;
const date = { type: Date, required: true } as const;
const noIds = { _id: false, id: false } as const;
/** Parcels are read, changed and written as a whole: fields of a later release stay. */
const rewritten = { ...noIds, strict: false } as const;
const status = { type: String, enum: shipmentStatuses, required: true } as const;
const line = new Schema({ lineId: text, productId: text, name: text, size: String, quantity: count }, rewritten);

const shipmentSchema = new Schema<ShipmentRecord>(
  {
    id: text,
    requestId: String,
    token: text,
    status,
    courier: text,
    awb: text,
    booking: {
      type: new Schema<BookingRecord>(
        {
          state: { type: String, enum: bookingStates, required: true },
          tries: { type: Number, required: true, min: 0 },
          dueAt: Date,
          error: String,
        },
        rewritten,
      ),
    },
    courierName: String,
    courierShipmentId: String,
    courierTrackingUrl: String,
    codPaise: { type: Number, min: 0 },
    undelivered: {
      type: new Schema<UndeliveredRecord>(
        { attempts: count, at: Date, reason: String, requested: String, requestedDate: String, note: String },
        rewritten,
      ),
    },
    received: {
      type: new Schema<ReceivedRecord>(
        { at: date, by: text, lines: [new Schema({ lineId: text, restock: Boolean }, rewritten)], note: String },
        rewritten,
      ),
    },
    nextPollAt: Date,
    parcel: Object,
    lines: [line],
    createdAt: date,
    history: [
      new Schema(
        { status, at: date, label: String, isNote: Boolean, place: String, note: String, by: String },
        rewritten,
      ),
    ],
  },
  rewritten,
);

export const orderShipmentsSchema = new Schema<OrderShipmentsRecord>(
  {
    _id: text,
    orderNumber: text,
    userId: text,
    city: String,
    promise: { type: new Schema({ from: text, to: text }, noIds) },
    ordered: [line],
    shipments: [shipmentSchema],
    attention: { type: [String], default: undefined },
    bookingDueAt: Date,
    pollDueAt: Date,
    isCancelled: Boolean,
    revision: count,
    createdAt: date,
    ...outboxField,
  },
  { collection: 'order_shipments', versionKey: false, strict: 'throw' },
);
for (const [field, name] of [
  ['shipments.id', 'shipment'],
  ['shipments.token', 'tracking_link'],
  ['shipments.awb', 'awb'],
] as const)
  orderShipmentsSchema.index(
    { [field]: 1 },
    { name, unique: true, partialFilterExpression: { [field]: { $exists: true } } },
  );
for (const [field, name] of [
  ['bookingDueAt', 'booking_due'],
  ['pollDueAt', 'poll_due'],
] as const)
  orderShipmentsSchema.index({ [field]: 1 }, { name, partialFilterExpression: { [field]: { $exists: true } } });
/** For the lists of parcels that were not delivered. */
export const SHIPMENTS_TO_ATTEND = 'shipments_to_attend';
orderShipmentsSchema.index(
  { attention: 1, _id: -1 },
  { name: SHIPMENTS_TO_ATTEND, partialFilterExpression: { attention: { $exists: true } } },
);
orderShipmentsSchema.index(...outboxIndex);
