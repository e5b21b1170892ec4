import type { EmailTemplate } from '@rangavalli/contracts/commands';
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

/** Emails by name of the template, as in rows of older releases. */
const templateKinds = {
  'order-confirmation': 'order_placed',
  'order-dispatched': 'dispatched',
  'parcel-moved': 'delivered',
  'return-decided': 'return_decided',
  'payment-link': 'payment_failed',
  'back-in-stock': 'back_in_stock',
  'stock-alert-confirmation': 'account_notice',
  'password-reset': 'account_notice',
  'login-code': 'one_time_code',
  'order-code': 'cod_confirm',
  complaint: 'account_notice',
  'email-verification': 'account_notice',
  'email-changed': 'account_notice',
  'new-device': 'new_login',
  'password-changed': 'password_changed',
  'second-factor-changed': 'account_notice',
  'staff-invitation': 'account_notice',
  'role-changed': 'account_notice',
  'deletion-scheduled': 'account_notice',
  'account-deleted': 'account_notice',
} as const satisfies Record<EmailTemplate | (string & {}), NotificationKind>;
export type TemplateName = keyof typeof templateKinds;

export const kindOfTemplate = (template: TemplateName): NotificationKind => templateKinds[template];

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
  /** Missing in rows of older releases, which had emails only. */
  kind?: NotificationKind;
  template?: TemplateName;
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
    kind: { type: String, enum: notificationKindNames },
    template: { type: String, enum: Object.keys(templateKinds) },
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
  // The name of the time when there were emails only: keys of earlier messages must stay known.
  { collection: 'emails', versionKey: false },
);
notificationSchema.index({ to: 1 });
notificationSchema.index({ receivers: 1 });
notificationSchema.index({ userId: 1 }, { sparse: true });
notificationSchema.index({ orderId: 1 });
notificationSchema.index({ eventId: 1 }, { sparse: true });
notificationSchema.index({ orderNumber: 1 }, { sparse: true });
notificationSchema.index({ createdAt: -1, _id: -1 });
notificationSchema.index({ dueAt: 1 }, { sparse: true });
notificationSchema.index({ 'steps.providerId': 1 }, { sparse: true });
