import type { Customer, Role, User } from '@rangavalli/contracts/entities/user';
import { isStaff, roles } from '@rangavalli/contracts/permissions';
import { phrasesOf } from '@rangavalli/service-kit/database/search-words';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const ACCOUNT = 'Account';
/** Tax law keeps orders for eight years; the cleared record of their owner stays as long. */
const DELETED_RETENTION_SECONDS = 8 * 366 * 86_400;
const MAX_PAST_EMAILS = 20;

/** A link in an email. */
export interface LinkRecord {
  /** SHA-256 of the secret in the link. */
  tokenHash: string;
  expiresAt: Date;
}

export interface PasskeyRecord {
  /** Credential id, base64url. */
  id: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

export interface TotpRecord {
  /** Base32, encrypted by `SecretBox`. */
  secret: string;
  confirmedAt: Date;
  /** Time step of the last accepted code, which is valid once. */
  lastStep: number;
}

export interface AccountRecord extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
  /** For the search of customers. */
  nameWords?: string[];
  email: string;
  phone?: string;
  /** For the search of customers: the last ten digits, without country code or spaces. */
  phoneDigits?: string;
  role: Role;
  /** Missing for an account that logs in with emailed codes. */
  passwordHash?: string;
  /** Whether the password is as long as staff need, recorded when it was set. */
  isStaffPassword?: boolean;
  /** Increased with every new password or role, in the same write; sessions and tokens of older versions have ended. */
  sessionVersion?: number;
  /** Hash of the password that the accounts file last had; only for the shop's own accounts. */
  filePasswordHash?: string;
  emailVerifiedAt?: Date;
  /** All of them are valid until one is used. */
  verificationLinks?: LinkRecord[];
  resetLinks?: LinkRecord[];
  emailChange?: LinkRecord & { email: string };
  /** Addresses before the last changes; they stay reserved while a change can be undone. */
  previousEmails?: (LinkRecord & { email: string })[];
  /** Confirmed addresses before all changes, oldest first: other services have data of them. */
  pastEmails?: string[];
  totp?: TotpRecord;
  pendingTotp?: { secret: string; createdAt: Date };
  passkeys?: PasskeyRecord[];
  /** Hashes of the unused codes, all with one salt: a code is hashed once to be compared with all. */
  recoveryCodes?: { salt: string; hashes: string[]; createdAt: Date };
  /** Ids of customer groups; those of deleted ones mean nothing. */
  groups?: string[];
  lastLoginAt?: Date;
  deletion?: { requestedAt: Date; dueAt: Date; startedAt?: Date };
  /** The account is closed and holds no personal data any more. */
  deletedAt?: Date;
  createdAt: Date;
}

const link = { _id: false, tokenHash: String, expiresAt: Date } as const;

export const accountSchema = new Schema<AccountRecord>(
  {
    name: { type: String, required: true },
    nameWords: { type: [String], default: undefined },
    email: { type: String, required: true },
    phone: String,
    phoneDigits: String,
    role: { type: String, enum: roles, required: true },
    passwordHash: String,
    isStaffPassword: Boolean,
    sessionVersion: Number,
    filePasswordHash: String,
    emailVerifiedAt: Date,
    verificationLinks: { type: [link], default: undefined },
    resetLinks: { type: [link], default: undefined },
    emailChange: { type: { ...link, email: String } },
    previousEmails: { type: [{ ...link, email: String }], default: undefined },
    pastEmails: { type: [String], default: undefined },
    totp: { type: { _id: false, secret: String, confirmedAt: Date, lastStep: Number } },
    pendingTotp: { type: { _id: false, secret: String, createdAt: Date } },
    passkeys: {
      type: [
        {
          _id: false,
          id: String,
          publicKey: String,
          counter: Number,
          transports: [String],
          name: String,
          createdAt: Date,
          lastUsedAt: Date,
        },
      ],
      default: undefined,
    },
    recoveryCodes: { type: { _id: false, salt: String, hashes: [String], createdAt: Date } },
    groups: { type: [String], default: undefined },
    lastLoginAt: Date,
    deletion: { type: { _id: false, requestedAt: Date, dueAt: Date, startedAt: Date } },
    deletedAt: Date,
    createdAt: { type: Date, required: true },
    ...outboxField,
  },
  { collection: 'accounts', versionKey: false },
);
accountSchema.index({ email: 1 }, { unique: true });
accountSchema.index({ role: 1, createdAt: -1 });
accountSchema.index({ 'passkeys.id': 1 }, { sparse: true });
accountSchema.index({ 'totp.confirmedAt': 1 }, { sparse: true });
accountSchema.index({ 'previousEmails.email': 1 }, { sparse: true });
accountSchema.index({ nameWords: 1, _id: -1 });
accountSchema.index({ groups: 1, _id: -1 }, { partialFilterExpression: { groups: { $exists: true } } });
accountSchema.index({ phoneDigits: 1 }, { sparse: true });
accountSchema.index({ 'deletion.dueAt': 1 }, { sparse: true });
accountSchema.index({ deletedAt: 1 }, { expireAfterSeconds: DELETED_RETENTION_SECONDS });
accountSchema.index(...outboxIndex);

/** Staff have the documented role `admin` and their own one in `staffRole`. */
export const toUser = (account: AccountRecord): Omit<User, 'orders'> => ({
  _id: String(account._id),
  name: account.name,
  email: account.email,
  ...(account.phone ? { phone: account.phone } : {}),
  ...shownRole(account.role),
  emailVerified: account.emailVerifiedAt !== undefined,
  ...(account.emailChange && account.emailChange.expiresAt > new Date()
    ? { pendingEmail: account.emailChange.email }
    : {}),
  createdAt: account.createdAt.toISOString(),
  ...(account.deletion ? { deletesAt: account.deletion.dueAt.toISOString() } : {}),
});

export const toCustomer = (account: AccountRecord): Customer => ({
  ...toUser(account),
  ...(account.groups?.length ? { groups: account.groups } : {}),
  ...(hasSecondFactor(account) ? { hasSecondFactor: true } : {}),
});

const shownRole = (role: Role): Pick<User, 'role' | 'staffRole'> =>
  isStaff(role) ? { role: 'admin', staffRole: role } : { role: 'user' };

export const nameWordsOf = (name: string): string[] => phrasesOf(name);

export const hasSecondFactor = ({ totp, passkeys }: Pick<AccountRecord, 'totp' | 'passkeys'>): boolean =>
  totp !== undefined || (passkeys?.length ?? 0) > 0;

/** Returns the newest confirmed addresses that the account had before, the present one not among them. */
export const pastEmailsOf = ({
  email,
  pastEmails = [],
  previousEmails = [],
}: Pick<AccountRecord, 'email' | 'pastEmails' | 'previousEmails'>): string[] =>
  [...new Set([...pastEmails, ...previousEmails.map((previous) => previous.email)])]
    .filter((past) => past !== email)
    .slice(-MAX_PAST_EMAILS);

/** Undefined until the first change of the password. */
export const sessionVersionOf = ({ sessionVersion }: Pick<AccountRecord, 'sessionVersion'>): number =>
  sessionVersion ?? 0;
