import {
  type NotificationChannel,
  notificationChannels,
  type NotificationKind,
  notificationKindNames,
  type NotificationState,
  notificationStates,
} from '@rangavalli/contracts/notification-kinds';
import { Schema } from 'mongoose';

export const NOTIFICATION = 'Notification';

export type StepOutcome = 'skipped' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';
export interface NotificationStep {
  channel: NotificationChannel;
  outcome: StepOutcome;
  at: Date;
  reason?: string;
  /** The provider's id of the message. */
  providerId?: string;
}

/**
 * One row of the delivery log, per message. Subject and text are not stored: links with secrets must not be. What the
 * text of a message of an order is made of is stored until it was sent.
 */
export interface NotificationRecord {
  /** Idempotency key of the message, e.g. `order-<order id>`. */
  _id: string;
  kind: NotificationKind;
  /** Where it went to; until then the address of the first channel. */
  to: string;
  /** Every address of the receiver, for the search. */
  receivers?: string[];
  userId?: string;
  orderId?: string;
  orderNumber?: string;
  eventId?: string;
  state: NotificationState;
  channel?: NotificationChannel;
  /** Channels without a provider's own protection against duplicates: recorded before the request. */
  attempting?: NotificationChannel;
  attempts: number;
  /** Of the present channel. */
  retries?: number;
  steps?: NotificationStep[];
  /** When a process last claimed the message for sending. */
  claimedAt: Date;
  createdAt: Date;
  /** Not before: quiet hours, or the pause before a retry. */
  dueAt?: Date;
  sentAt?: Date;
  error?: string;
  /** Receiver and content of a message that may still be sent. */
  pending?: unknown;
}

const step = new Schema<NotificationStep>(
  {
    channel: { type: String, enum: notificationChannels, required: true },
    outcome: { type: String, enum: ['skipped', 'sent', 'delivered', 'read', 'failed', 'unknown'], required: true },
    at: { type: Date, required: true },
    reason: String,
    providerId: String,
  },
  { _id: false },
);

export const notificationSchema = new Schema<NotificationRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: notificationKindNames, required: true },
    to: { type: String, required: true },
    receivers: { type: [String], default: undefined },
    userId: String,
    orderId: String,
    orderNumber: String,
    eventId: String,
    state: { type: String, enum: notificationStates, required: true },
    channel: { type: String, enum: notificationChannels },
    attempting: { type: String, enum: notificationChannels },
    attempts: { type: Number, required: true },
    retries: Number,
    steps: { type: [step], default: undefined },
    claimedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    dueAt: Date,
    sentAt: Date,
    error: String,
    pending: Schema.Types.Mixed,
  },
  { collection: 'notifications', versionKey: false },
);
notificationSchema.index({ to: 1 });
notificationSchema.index({ receivers: 1 });
notificationSchema.index({ userId: 1 }, { sparse: true });
notificationSchema.index({ orderId: 1 });
notificationSchema.index({ eventId: 1 }, { sparse: true });
notificationSchema.index({ orderNumber: 1 }, { sparse: true });
notificationSchema.index({ createdAt: -1, _id: -1 });
notificationSchema.index({ kind: 1, channel: 1, createdAt: -1, _id: -1 });
// `sent` is the state of most messages.
notificationSchema.index(
  { state: 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { state: { $in: notificationStates.filter((state) => state !== 'sent') } } },
);
notificationSchema.index({ dueAt: 1 }, { sparse: true });
notificationSchema.index({ 'steps.providerId': 1 }, { sparse: true });
