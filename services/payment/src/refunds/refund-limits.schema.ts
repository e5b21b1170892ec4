import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const REFUND_DAY = 'RefundDay';
export const REFUND_SETTINGS = 'RefundSettings';

/** The payments that one member of staff refunded on one day without a second person, oldest first. */
export interface RefundDayRecord {
  /** `<staff id>:<date in IST>` */
  _id: string;
  payments: string[];
  purgeAt: Date;
}

export const refundDaySchema = new Schema<RefundDayRecord>(
  { _id: { type: String, required: true }, payments: [String], purgeAt: { type: Date, required: true } },
  { collection: 'refund_days', versionKey: false, strict: 'throw' },
);
refundDaySchema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

/** One document; missing while the defaults of the environment apply. */
export interface RefundSettingsRecord extends OutboxFields {
  _id: string;
  approvalAbovePaise: number;
  dailyCount: number;
}

export const refundSettingsSchema = new Schema<RefundSettingsRecord>(
  {
    _id: { type: String, required: true },
    approvalAbovePaise: { type: Number, required: true, min: 0 },
    dailyCount: { type: Number, required: true, min: 0 },
    ...outboxField,
  },
  { collection: 'refund_settings', versionKey: false, minimize: false },
);
refundSettingsSchema.index(...outboxIndex);
