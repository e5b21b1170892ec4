import { Schema } from 'mongoose';

export const PUSH_SUBSCRIPTION = 'PushSubscription';

export interface PushSubscriptionRecord {
  /** SHA-256 of the endpoint. */
  _id: string;
  userId: string;
  /** The login session that sent it; its end ends the subscription. Missing in documents from before this field. */
  sessionId?: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** When the browser last sent it. */
  confirmedAt: Date;
}

const keys = new Schema<PushSubscriptionRecord['keys']>(
  { p256dh: { type: String, required: true }, auth: { type: String, required: true } },
  { _id: false },
);

export const pushSubscriptionSchema = new Schema<PushSubscriptionRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    sessionId: String,
    endpoint: { type: String, required: true },
    keys: { type: keys, required: true },
    confirmedAt: { type: Date, required: true },
  },
  { collection: 'push_subscriptions', versionKey: false },
);
pushSubscriptionSchema.index({ userId: 1, confirmedAt: -1 });
