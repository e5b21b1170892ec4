import type { Role, User } from '@rangavalli/contracts/entities/user';
import { outboxField, outboxIndex, type WithOutbox } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const ACCOUNT = 'Account';

/** A letter that was asked for because a password is forgotten. */
export interface PasswordReset {
  /** SHA-256 of the token in the letter: who reads the database cannot use it. */
  tokenHash: string;
  askedAt: Date;
  expiresAt: Date;
}

/** Somebody who can log in. */
export interface AccountRecord extends WithOutbox {
  _id: Types.ObjectId;
  name: string;
  /** Trimmed, in lower case, unique. */
  email: string;
  phone?: string;
  role: Role;
  passwordHash: string;
  /** Grows with every new password, in the same write: sessions that began before it are over. */
  sessionEra?: number;
  /** The hash of the password that the shop's accounts file last gave; only on the shop's own accounts. */
  givenHash?: string;
  /** The newest letter's; gone once it was used. */
  reset?: PasswordReset;
  createdAt: Date;
}

export const accountSchema = new Schema<AccountRecord>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true },
    phone: String,
    role: { type: String, enum: ['user', 'admin'], required: true },
    passwordHash: { type: String, required: true },
    sessionEra: Number,
    givenHash: String,
    reset: { type: { _id: false, tokenHash: String, askedAt: Date, expiresAt: Date } },
    createdAt: { type: Date, required: true },
    ...outboxField,
  },
  { collection: 'accounts', versionKey: false },
);
accountSchema.index({ email: 1 }, { unique: true });
accountSchema.index({ role: 1, createdAt: -1 });
accountSchema.index(...outboxIndex);

/** What others may see of an account: hashes are not among it. */
export const toUser = ({ _id, name, email, phone, role, createdAt }: AccountRecord): Omit<User, 'orders'> => ({
  _id: String(_id),
  name,
  email,
  ...(phone ? { phone } : {}),
  role,
  createdAt: createdAt.toISOString(),
});
