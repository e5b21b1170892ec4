import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Model, Schema } from 'mongoose';
import type { UserConfig } from '../user.config.js';
import { CACHE_TTL_MS, isActivated, isRotationDue } from './rotation.js';
import { SecretBox } from './secret-box.js';

export const KEY_RING = 'KeyRing';
const RING_ID = 'signing';

interface StoredKey {
  kid: string;
  createdAt: Date;
  /** RSA key as JWK, with its private parts, encrypted by `SecretBox`. */
  sealedJwk: string;
}

interface SigningKey extends StoredKey {
  publicJwk: JWK;
  /** Imported once: that takes longer than signing. */
  privateKey: CryptoKey;
}

interface KeyRingRecord {
  _id: typeof RING_ID;
  keys: StoredKey[];
}

export const keyRingSchema = new Schema<KeyRingRecord>(
  { _id: String, keys: [{ _id: false, kid: String, createdAt: Date, sealedJwk: String }] },
  { collection: 'signing_keys', versionKey: false },
);

const MAX_KEYS = 2;
/** Bits; BSI TR-02102 and NIST SP 800-57 require 3,072 beyond 2030. */
const MODULUS_LENGTH = 3072;

const contextOf = ({ kid }: Pick<StoredKey, 'kid'>): string => `signing key ${kid}`;

/** The RS256 keys of the store, shared by all processes of this service through the database. */
@Injectable()
export class SigningKeys implements OnApplicationBootstrap {
  private cached: { keys: SigningKey[]; until: number } | undefined;

  constructor(
    @InjectModel(KEY_RING) private readonly ring: Model<KeyRingRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    private readonly box: SecretBox,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const keys = await this.keys();
    for (const key of keys) await this.reseal(key);
    const [newest] = keys;
    if (newest && isRotationDue(newest, this.config)) await this.rotate(newest.kid);
  }

  /** Returns the key that signs: the newest that all processes have loaded. @param now epoch ms */
  async current(now = Date.now()): Promise<SigningKey> {
    const keys = await this.keys();
    const signing = keys.find((key) => isActivated(key, now)) ?? keys.at(-1);
    if (!signing) throw new Error('the key ring is empty');
    return signing;
  }

  /** A new key is published at once. */
  async published(): Promise<(JWK & { kid: string })[]> {
    const keys = await this.keys();
    return keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: 'RS256', use: 'sig' }));
  }

  /** Adds a new key before the given one; does nothing when another process has done it. */
  async rotate(newestKid: string): Promise<void> {
    const key = await this.createKey();
    await this.ring.updateOne(
      { _id: RING_ID, 'keys.0.kid': newestKid },
      { $push: { keys: { $each: [key], $position: 0, $slice: MAX_KEYS } } },
    );
    this.cached = undefined;
  }

  private async reseal(key: SigningKey): Promise<void> {
    const sealedJwk = this.box.reseal(key.sealedJwk, contextOf(key));
    if (!sealedJwk) return;
    await this.ring.updateOne(
      { _id: RING_ID, keys: { $elemMatch: { kid: key.kid, sealedJwk: key.sealedJwk } } },
      { $set: { 'keys.$.sealedJwk': sealedJwk } },
    );
  }

  private async keys(): Promise<SigningKey[]> {
    if (this.cached && this.cached.until > Date.now()) return this.cached.keys;
    const stored = (await this.ring.findById(RING_ID).lean<KeyRingRecord>()) ?? (await this.create());
    const keys = await Promise.all(stored.keys.map((key) => this.open(key)));
    this.cached = { keys, until: Date.now() + CACHE_TTL_MS };
    return keys;
  }

  private async open(key: StoredKey): Promise<SigningKey> {
    const privateJwk = JSON.parse(this.box.open(key.sealedJwk, contextOf(key))) as JWK;
    const { kty, n, e } = privateJwk;
    return { ...key, publicJwk: { kty, n, e }, privateKey: (await importJWK(privateJwk, 'RS256')) as CryptoKey };
  }

  private async create(): Promise<KeyRingRecord> {
    const key = await this.createKey();
    try {
      await this.ring.updateOne({ _id: RING_ID }, { $setOnInsert: { keys: [key] } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
    return this.ring.findById(RING_ID).orFail().lean<KeyRingRecord>();
  }

  private async createKey(): Promise<StoredKey> {
    const { privateKey } = await generateKeyPair('RS256', { modulusLength: MODULUS_LENGTH, extractable: true });
    const kid = randomUUID();
    const sealedJwk = this.box.seal(JSON.stringify(await exportJWK(privateKey)), contextOf({ kid }));
    return { kid, createdAt: new Date(), sealedJwk };
  }
}
