import type { JWK } from 'jose';
import { Schema } from 'mongoose';

export const KEY_RING = 'KeyRing';
/** Id of the only document. */
export const RING_ID = 'signing';

export interface SigningKey {
  kid: string;
  createdAt: Date;
  /** RSA with its private parts: guard this collection like passwords. */
  privateJwk: JWK;
}

/** Keys that sign tokens, newest first. */
export interface KeyRingRecord {
  _id: typeof RING_ID;
  keys: SigningKey[];
}

export const keyRingSchema = new Schema<KeyRingRecord>(
  { _id: String, keys: [{ _id: false, kid: String, createdAt: Date, privateJwk: Object }] },
  { collection: 'signing_keys', versionKey: false },
);
