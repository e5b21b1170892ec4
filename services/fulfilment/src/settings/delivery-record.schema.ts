import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const DELIVERY_RECORD = 'DeliveryRecord';

/** `settings`: all settings; `pins`: all PIN codes with a rule of their own. One document each (rule 6). */
export interface DeliveryRecord extends OutboxFields {
  _id: 'settings' | 'pins';
  /** Validated by the calls that write it. */
  value: unknown;
  /** Incremented by every change. */
  revision: number;
}

export const deliveryRecordSchema = new Schema<DeliveryRecord>(
  {
    _id: { type: String, required: true },
    value: { type: Object, required: true },
    revision: { type: Number, required: true },
    ...outboxField,
  },
  { collection: 'delivery', versionKey: false, minimize: false },
);
deliveryRecordSchema.index(...outboxIndex);
