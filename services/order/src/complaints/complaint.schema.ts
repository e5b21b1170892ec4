import { type ComplaintState, complaintState } from '@rangavalli/contracts/entities/complaint';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const COMPLAINT = 'Complaint';

export interface ComplaintMessageRecord {
  requestId: string;
  at: Date;
  from: 'customer' | 'shop';
  text: string;
  /** Email address of the member of staff. */
  by?: string;
}

export interface ComplaintRecord extends OutboxFields {
  /** The number. */
  _id: string;
  /** Of the request that made it: a repeated one finds it. */
  requestId: string;
  /** In the emailed link. */
  token: string;
  state: ComplaintState;
  name: string;
  email: string;
  phone?: string;
  orderNumber?: string;
  subject: string;
  messages: ComplaintMessageRecord[];
  receivedAt: Date;
  /** Since when the customer waits for a reply. */
  waitingSince?: Date;
  resolvedAt?: Date;
  /** The last change that is still to be emailed. */
  unsent?: UnsentEmail;
}

export interface UnsentEmail {
  change: 'received' | 'replied' | 'resolved';
  messageId: string;
  /** Attempts so far, and when the next one is due. Missing in emails of releases before 1 December 2026. */
  tries?: number;
  nextAt?: Date;
}

const text = { type: String, required: true } as const;
const date = { type: Date, required: true } as const;

export const complaintSchema = new Schema<ComplaintRecord>(
  {
    _id: text,
    requestId: text,
    token: text,
    state: { type: String, enum: complaintState.options, required: true },
    name: text,
    email: text,
    phone: String,
    orderNumber: String,
    subject: text,
    messages: [
      {
        _id: false,
        requestId: text,
        at: date,
        from: { type: String, enum: ['customer', 'shop'], required: true },
        text,
        by: String,
      },
    ],
    receivedAt: date,
    waitingSince: Date,
    resolvedAt: Date,
    unsent: {
      type: new Schema({ change: text, messageId: text, tries: Number, nextAt: Date }, { _id: false, id: false }),
    },
    ...outboxField,
  },
  { collection: 'complaints', versionKey: false, strict: 'throw' },
);
complaintSchema.index({ requestId: 1 }, { unique: true });
/** Names of the indexes that queries choose themselves. */
export const complaintIndexes = {
  byState: 'complaints_by_state',
  waiting: 'waiting',
  received: 'received',
  ofEmail: 'of_email',
} as const;
complaintSchema.index({ state: 1, _id: -1 }, { name: complaintIndexes.byState });
complaintSchema.index(
  { waitingSince: 1 },
  { name: complaintIndexes.waiting, partialFilterExpression: { waitingSince: { $exists: true } } },
);
complaintSchema.index({ state: 1, receivedAt: 1 }, { name: complaintIndexes.received });
complaintSchema.index({ email: 1, _id: -1 }, { name: complaintIndexes.ofEmail });
complaintSchema.index(
  { 'unsent.messageId': 1 },
  { name: 'unsent', partialFilterExpression: { 'unsent.messageId': { $exists: true } } },
);
complaintSchema.index(...outboxIndex);
