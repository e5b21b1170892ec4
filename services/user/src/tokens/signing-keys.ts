import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Model, Schema } from 'mongoose';
import type { UserConfig } from '../user.config.js';

export const KEY_RING = 'KeyRing';
const RING_ID = 'signing';

interface SigningKey {
  kid: string;
  createdAt: Date;
  /** RSA with its private parts: guard this collection like passwords. */
  privateJwk: JWK;
}

interface KeyRingRecord {
  _id: typeof RING_ID;
  keys: SigningKey[];
}

export const keyRingSchema = new Schema<KeyRingRecord>(
  { _id: String, keys: [{ _id: false, kid: String, createdAt: Date, privateJwk: Object }] },
  { collection: 'signing_keys', versionKey: false },
);

const MAX_KEYS = 2;
const DAY_MS = 86_400_000;
const CACHE_TTL_MS = 60_000;
/** A new key is published at once and signs after this time, when every process has loaded it, ms. */
const ACTIVATION_DELAY_MS = 2 * CACHE_TTL_MS;

/** The RS256 keys of the store, shared by all processes of this service through the database. */
@Injectable()
export class SigningKeys implements OnApplicationBootstrap {
  private cached: { keys: SigningKey[]; until: number } | undefined;

  constructor(
    @InjectModel(KEY_RING) private readonly ring: Model<KeyRingRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SIGNING_KEY_MAX_AGE_DAYS, SIGNING_KEYS_SINCE } = this.config;
    const oldest = Date.now() - SIGNING_KEY_MAX_AGE_DAYS * DAY_MS;
    const [newest] = await this.keys();
    if (newest && newest.createdAt.getTime() < Math.max(oldest, Date.parse(SIGNING_KEYS_SINCE ?? '') || 0))
      await this.rotate(newest.kid);
  }

  /** Returns the key that signs: the newest that all processes have loaded. @param now epoch ms */
  async current(now = Date.now()): Promise<SigningKey> {
    const keys = await this.keys();
    const signing = keys.find(({ createdAt }) => now - createdAt.getTime() >= ACTIVATION_DELAY_MS) ?? keys.at(-1);
    if (!signing) throw new Error('the key ring is empty');
    return signing;
  }

  async published(): Promise<(JWK & { kid: string })[]> {
    const keys = await this.keys();
    return keys.map(({ kid, privateJwk: { kty, n, e } }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }));
  }

  /** Adds a new key before the given one; does nothing when another process has done it. */
  async rotate(newestKid: string): Promise<void> {
    const key = await createKey();
    await this.ring.updateOne(
      { _id: RING_ID, 'keys.0.kid': newestKid },
      { $push: { keys: { $each: [key], $position: 0, $slice: MAX_KEYS } } },
    );
    this.cached = undefined;
  }

  private async keys(): Promise<SigningKey[]> {
    if (this.cached && this.cached.until > Date.now()) return this.cached.keys;
    const { keys } = (await this.ring.findById(RING_ID).lean<KeyRingRecord>()) ?? (await this.create());
    this.cached = { keys, until: Date.now() + CACHE_TTL_MS };
    return keys;
  }

  private async create(): Promise<KeyRingRecord> {
    const key = await createKey();
    try {
      await this.ring.updateOne({ _id: RING_ID }, { $setOnInsert: { keys: [key] } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
    return this.ring.findById(RING_ID).orFail().lean<KeyRingRecord>();
  }
}

async function createKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return { kid: randomUUID(), createdAt: new Date(), privateJwk: await exportJWK(privateKey) };
}
