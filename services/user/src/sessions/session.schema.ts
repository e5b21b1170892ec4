import { Schema, type Types } from 'mongoose';
import { SESSION_LIFETIME_MS } from '../user.config.js';

export const SESSION = 'Session';

export interface SessionRecord {
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
  },
  { collection: 'sessions', versionKey: false },
);
sessionSchema.index({ userId: 1, lastUsedAt: -1 });
sessionSchema.index({ lastUsedAt: 1 }, { expireAfterSeconds: SESSION_LIFETIME_MS / 1000 });
