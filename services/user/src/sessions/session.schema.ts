import { Schema, type Types } from 'mongoose';

export const SESSION = 'Session';

/** A session that nobody used for so long is over, ms. */
export const SESSION_LIFE_MS = 30 * 86_400_000;

/** One login, in one browser. */
export interface SessionRecord {
  /** A UUID; the first part of the refresh cookie. */
  _id: string;
  userId: Types.ObjectId;
  /** The account's `sessionEra` when it began. */
  era: number;
  /** SHA-256 of the secret in the refresh cookie: who reads the database cannot use it. */
  secretHash: string;
  /** The secret before that one. */
  replaced?: {
    hash: string;
    /** What, together with that secret, makes the present one. */
    salt: string;
    at: Date;
  };
  /** Browser and system in a few words. */
  device: string;
  begunAt: Date;
  usedAt: Date;
}

export const sessionSchema = new Schema<SessionRecord>(
  {
    _id: String,
    userId: { type: Schema.Types.ObjectId, required: true },
    era: { type: Number, required: true },
    secretHash: { type: String, required: true },
    replaced: { type: { _id: false, hash: String, salt: String, at: Date } },
    device: { type: String, required: true },
    begunAt: { type: Date, required: true },
    usedAt: { type: Date, required: true },
  },
  { collection: 'sessions', versionKey: false },
);
sessionSchema.index({ userId: 1, usedAt: -1 });
sessionSchema.index({ usedAt: 1 }, { expireAfterSeconds: SESSION_LIFE_MS / 1000 });
