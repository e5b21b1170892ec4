import { Schema } from 'mongoose';

export const LOGIN_FAILURES = 'LoginFailures';

/** After so many wrong passwords … */
export const MAX_FAILURES = 10;
/** … within this time an e-mail address is refused until the time is over, ms. */
export const WINDOW_MS = 15 * 60_000;

/** Wrong passwords given with one e-mail address; gone by itself when its time is over. */
export interface LoginFailuresRecord {
  /** SHA-256 of the address: one without an account is counted too, and need not be kept in plain. */
  _id: string;
  count: number;
  since: Date;
}

export const loginFailuresSchema = new Schema<LoginFailuresRecord>(
  { _id: String, count: { type: Number, required: true }, since: { type: Date, required: true } },
  { collection: 'login_failures', versionKey: false },
);
loginFailuresSchema.index({ since: 1 }, { expireAfterSeconds: WINDOW_MS / 1000 });
