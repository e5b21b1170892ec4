import { type ReturnParcelStatus, returnParcelStatus } from '@rangavalli/contracts/entities/return';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const RETURN_PARCEL = 'ReturnParcel';

/** The parcel with which a courier brings the goods of a return to the shop. Without personal data. */
export interface ReturnParcelRecord extends OutboxFields {
  /** The return's id. */
  _id: string;
  orderId: string;
  /** Missing in parcels of releases before 30 November 2026. */
  orderNumber?: string;
  userId: string;
  courier: Exclude<Courier, 'own'>;
  /** Day in India. */
  pickupOn: string;
  /** `pending` until the courier has given its number. */
  status: 'pending' | ReturnParcelStatus;
  /** From 1: a booking after a cancelled one has another reference at the courier. */
  attempt: number;
  awb?: string;
  courierName?: string;
  trackingUrl?: string;
  createdAt: Date;
  /** When the booking is tried again, or the tracking requested; missing when nothing is left to do. */
  dueAt?: Date;
}

const text = { type: String, required: true } as const;

export const returnParcelSchema = new Schema<ReturnParcelRecord>(
  {
    _id: text,
    orderId: text,
    orderNumber: String,
    userId: text,
    courier: { type: String, enum: ['shiprocket', 'delhivery'], required: true },
    pickupOn: text,
    status: { type: String, enum: ['pending', ...returnParcelStatus.options], required: true },
    attempt: { type: Number, required: true, min: 1 },
    awb: String,
    courierName: String,
    trackingUrl: String,
    createdAt: { type: Date, required: true },
    dueAt: Date,
    ...outboxField,
  },
  { collection: 'return_parcels', versionKey: false },
);
returnParcelSchema.index({ awb: 1 }, { unique: true, partialFilterExpression: { awb: { $exists: true } } });
returnParcelSchema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });
returnParcelSchema.index(...outboxIndex);
