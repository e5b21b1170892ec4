import { Schema } from 'mongoose';

export const ACCOUNT_HOLDS = 'AccountHolds';
export const NETWORK_HOLDS = 'NetworkHolds';

/**
 * What an account has held without paying. A hold period begins with a checkout and ends when that checkout expires;
 * the checkouts that replace it end at the same time.
 */
export interface AccountHoldsRecord {
  /** The customer. */
  _id: string;
  renewals: number;
  periodEndsAt: Date;
  /** Unpaid hold periods until `windowEndsAt`. */
  periods: number;
  windowEndsAt: Date;
}

/** What the accounts of one network hold at present. */
export interface NetworkHoldsRecord {
  /** An IPv4 address, or the /64 prefix of an IPv6 address. */
  _id: string;
  holds: { userId: string; orderId: string; units: number; until: Date }[];
  renewals: number;
  renewalsUntil: Date;
  /** Guards every change (invariant 6). */
  revision: number;
  purgeAt: Date;
}

const text = { type: String, required: true } as const;
const count = { type: Number, required: true, min: 0 } as const;
const date = { type: Date, required: true } as const;

export const accountHoldsSchema = new Schema<AccountHoldsRecord>(
  { _id: text, renewals: count, periodEndsAt: date, periods: count, windowEndsAt: date },
  { collection: 'account_holds', versionKey: false, strict: 'throw' },
);
accountHoldsSchema.index({ windowEndsAt: 1 }, { expireAfterSeconds: 0 });

export const networkHoldsSchema = new Schema<NetworkHoldsRecord>(
  {
    _id: text,
    holds: [{ _id: false, userId: text, orderId: text, units: count, until: date }],
    renewals: count,
    renewalsUntil: date,
    revision: count,
    purgeAt: date,
  },
  { collection: 'network_holds', versionKey: false, strict: 'throw' },
);
networkHoldsSchema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });
