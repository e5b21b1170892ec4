import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Model } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import type { UserConfig } from '../user.config.js';
import { KEY_RING, type KeyRingRecord, RING, type SigningKey } from './key-ring.schema.js';

/** The key that signs and the one before it. */
const KEYS_KEPT = 2;
const DAY_MS = 86_400_000;
/** Keys that another process made are noticed after this time at the latest, ms. */
const FRESH_MS = 60_000;
/** A new key is published at once and signs after this time: by then every process knows it, whichever is asked what it knows, ms. */
const SPREAD_MS = 2 * FRESH_MS;

/** The RS256 keys of the store, made at its first start and kept in the database, so that all processes of this service have the same. */
@Injectable()
export class SigningKeys implements OnApplicationBootstrap {
  private known: { keys: SigningKey[]; until: number } | undefined;

  constructor(
    @InjectModel(KEY_RING) private readonly ring: Model<KeyRingRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /** Makes the first key, or a new one when the newest is old enough. */
  async onApplicationBootstrap(): Promise<void> {
    const [newest] = await this.keys();
    if (newest && Date.now() - newest.createdAt.getTime() > this.config.SIGNING_KEY_MAX_AGE_DAYS * DAY_MS)
      await this.rotate(newest.kid);
  }

  /** The key that signs at that time (epoch ms): the newest that all processes of this service know. */
  async current(now = Date.now()): Promise<SigningKey> {
    const keys = await this.keys();
    const signing = keys.find(({ createdAt }) => now - createdAt.getTime() >= SPREAD_MS) ?? keys.at(-1);
    if (!signing) throw new Error('The key ring is empty');
    return signing;
  }

  /** What may be known of the keys by everybody (RFC 7517). */
  async published(): Promise<(JWK & { kid: string })[]> {
    const keys = await this.keys();
    return keys.map(({ kid, privateJwk: { kty, n, e } }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }));
  }

  /** Puts a new key before the given one; who comes second finds that it has happened. */
  async rotate(from: string): Promise<void> {
    const next = await newKey();
    await this.ring.updateOne(
      { _id: RING, 'keys.0.kid': from },
      { $push: { keys: { $each: [next], $position: 0, $slice: KEYS_KEPT } } },
    );
    this.known = undefined;
  }

  private async keys(): Promise<SigningKey[]> {
    if (this.known && this.known.until > Date.now()) return this.known.keys;
    const record = (await this.ring.findById(RING).lean<KeyRingRecord>()) ?? (await this.begin());
    this.known = { keys: record.keys, until: Date.now() + FRESH_MS };
    return record.keys;
  }

  /** Processes that start together all offer a key; the first one stays. */
  private async begin(): Promise<KeyRingRecord> {
    const first = await newKey();
    try {
      await this.ring.updateOne({ _id: RING }, { $setOnInsert: { keys: [first] } }, { upsert: true });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return this.ring.findById(RING).orFail().lean<KeyRingRecord>();
  }
}

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return { kid: randomUUID(), createdAt: new Date(), privateJwk: await exportJWK(privateKey) };
}
