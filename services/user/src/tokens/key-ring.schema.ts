import type { JWK } from 'jose';
import { Schema } from 'mongoose';

export const KEY_RING = 'KeyRing';
/** The one document's id. */
export const RING = 'signing';

export interface SigningKey {
  kid: string;
  createdAt: Date;
  /** RSA, private parts included: this collection is as secret as the passwords. */
  privateJwk: JWK;
}

/** The keys that sign tokens, newest first: the first one signs, the ones behind it are still trusted. */
export interface KeyRingRecord {
  _id: typeof RING;
  keys: SigningKey[];
}

export const keyRingSchema = new Schema<KeyRingRecord>(
  { _id: String, keys: [{ _id: false, kid: String, createdAt: Date, privateJwk: Object }] },
  { collection: 'signing_keys', versionKey: false },
);
