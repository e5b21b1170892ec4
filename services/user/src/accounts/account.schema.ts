import type { Role, User } from '@rangavalli/contracts/entities/user';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const ACCOUNT = 'Account';

interface PasswordResetRecord {
  /** SHA-256 of the token in the email. */
  tokenHash: string;
  requestedAt: Date;
  expiresAt: Date;
}

export interface AccountRecord extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
  email: string;
  phone?: string;
  role: Role;
  passwordHash: string;
  /** Increased with every new password, in the same write; sessions of an older version have ended. */
  sessionVersion?: number;
  /** Hash of the password that the accounts file last had; only for the shop's own accounts. */
  filePasswordHash?: string;
  reset?: PasswordResetRecord;
  createdAt: Date;
}

export const accountSchema = new Schema<AccountRecord>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true },
    phone: String,
    role: { type: String, enum: ['user', 'admin'], required: true },
    passwordHash: { type: String, required: true },
    sessionVersion: Number,
    filePasswordHash: String,
    reset: { type: { _id: false, tokenHash: String, requestedAt: Date, expiresAt: Date } },
    createdAt: { type: Date, required: true },
    ...outboxField,
  },
  { collection: 'accounts', versionKey: false },
);
accountSchema.index({ email: 1 }, { unique: true });
accountSchema.index({ role: 1, createdAt: -1 });
accountSchema.index(...outboxIndex);

export const toUser = ({ _id, name, email, phone, role, createdAt }: AccountRecord): Omit<User, 'orders'> => ({
  _id: String(_id),
  name,
  email,
  ...(phone ? { phone } : {}),
  role,
  createdAt: createdAt.toISOString(),
});

/** Undefined until the first change of the password. */
export const sessionVersionOf = ({ sessionVersion }: Pick<AccountRecord, 'sessionVersion'>): number =>
  sessionVersion ?? 0;
