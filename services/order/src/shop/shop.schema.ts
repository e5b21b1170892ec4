import type { ShopSettings } from '@rangavalli/contracts/entities/shop';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const SHOP_SETTINGS = 'ShopSettings';

/** One document; missing while the defaults apply. */
export interface ShopSettingsRecord extends OutboxFields {
  _id: string;
  /** As the call has validated it; a field of a later release is missing. */
  settings: Partial<ShopSettings>;
  /** Guards changes. */
  revision: number;
}

export const shopSettingsSchema = new Schema<ShopSettingsRecord>(
  {
    _id: { type: String, required: true },
    settings: { type: Object, required: true },
    revision: { type: Number, required: true },
    ...outboxField,
  },
  { collection: 'shop_settings', versionKey: false, minimize: false, strict: 'throw' },
);
shopSettingsSchema.index(...outboxIndex);
