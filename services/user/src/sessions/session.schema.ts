import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';
import { SESSION_IDLE_MS } from '../user.config.js';

export const SESSION = 'Session';
/** Ended sessions stay until their events are published. */
const ENDED_RETENTION_SECONDS = 86_400;

export interface SessionRecord extends OutboxFields {
  _id: string;
  userId: Types.ObjectId;
  /** The account's `sessionVersion` at the login. */
  version: number;
  secretHash: string;
  replaced?: {
    hash: string;
    /** Derives the present secret from the previous one. */
    salt: string;
    at: Date;
  };
  device: string;
  startedAt: Date;
  lastUsedAt: Date;
  /** Whatever the use. */
  expiresAt: Date;
  /** Elevated rights end at this time. */
  elevatedUntil?: Date;
  endedAt?: Date;
}

export const sessionSchema = new Schema<SessionRecord>(
  {
    _id: String,
    userId: { type: Schema.Types.ObjectId, required: true },
    version: { type: Number, required: true },
    secretHash: { type: String, required: true },
    replaced: { type: { _id: false, hash: String, salt: String, at: Date } },
    device: { type: String, required: true },
    startedAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    elevatedUntil: Date,
    endedAt: Date,
    ...outboxField,
  },
  { collection: 'sessions', versionKey: false },
);
sessionSchema.index({ userId: 1, lastUsedAt: -1 });
sessionSchema.index({ lastUsedAt: 1 }, { expireAfterSeconds: SESSION_IDLE_MS / 1000 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
sessionSchema.index({ endedAt: 1 }, { expireAfterSeconds: ENDED_RETENTION_SECONDS });
sessionSchema.index(...outboxIndex);
