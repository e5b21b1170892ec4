import type { EmailTemplate } from '@rangavalli/contracts/commands';
import { Schema } from 'mongoose';

export const EMAIL = 'Email';
/** Requested by events; the others by commands. */
type OwnTemplate =
  | 'order-confirmation'
  | 'order-dispatched'
  | 'parcel-moved'
  | 'return-decided'
  | 'back-in-stock'
  | 'stock-alert-confirmation';
const EMAIL_TEMPLATES = [
  'order-confirmation',
  'order-dispatched',
  'parcel-moved',
  'return-decided',
  'back-in-stock',
  'stock-alert-confirmation',
  'password-reset',
  'login-code',
  'order-code',
  'complaint',
  'email-verification',
  'email-changed',
  'new-device',
  'password-changed',
  'second-factor-changed',
  'staff-invitation',
  'role-changed',
  'deletion-scheduled',
  'account-deleted',
] as const satisfies readonly (EmailTemplate | OwnTemplate)[];

/** One row of the delivery log, per email. Subject and text are not stored: links with secrets must not be. */
export interface EmailRecord {
  /** Idempotency key of the email, e.g. `order-<order id>`. */
  _id: string;
  template: (typeof EMAIL_TEMPLATES)[number];
  to: string;
  orderId?: string;
  eventId?: string;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  /** When a process last claimed the email for sending. */
  claimedAt: Date;
  createdAt: Date;
  sentAt?: Date;
  error?: string;
}

export const emailSchema = new Schema<EmailRecord>(
  {
    _id: { type: String, required: true },
    template: { type: String, enum: EMAIL_TEMPLATES, required: true },
    to: { type: String, required: true },
    orderId: String,
    eventId: String,
    state: { type: String, enum: ['queued', 'sent', 'failed'], required: true },
    attempts: { type: Number, required: true },
    claimedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    sentAt: Date,
    error: String,
  },
  { collection: 'emails', versionKey: false },
);
emailSchema.index({ to: 1 });
