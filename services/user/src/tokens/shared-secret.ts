import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { type Model, Schema } from 'mongoose';
import type { UserConfig } from '../user.config.js';
import { CACHE_TTL_MS, isActivated, isRotationDue } from './rotation.js';
import { SecretBox } from './secret-box.js';

export const SHARED_SECRET = 'SharedSecret';
const SECRET_ID = 'hmac';
const CONTEXT = 'shared secret';

export interface SharedSecretRecord {
  _id: typeof SECRET_ID;
  /** Encrypted by `SecretBox`. */
  secret: string;
  createdAt: Date;
  /** Still verifies. */
  previous?: string;
}

export const sharedSecretSchema = new Schema<SharedSecretRecord>(
  {
    _id: String,
    secret: { type: String, required: true },
    createdAt: { type: Date, required: true },
    previous: String,
  },
  { collection: 'shared_secrets', versionKey: false },
);

/** What is signed; a signature for one purpose is worthless for another. */
type Purpose = 'device' | 'login' | 'login-code';

interface Secrets {
  signing: Buffer;
  /** Signs next, or has signed before. */
  other?: Buffer | undefined;
}

/** Signs what only this service reads, with a secret that its processes share through the database. */
@Injectable()
export class SharedSecret implements OnApplicationBootstrap {
  private cached: { secrets: Promise<Secrets>; until: number } | undefined;

  constructor(
    @InjectModel(SHARED_SECRET) private readonly model: Model<SharedSecretRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    private readonly box: SecretBox,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const stored = await this.findOrCreate();
    if (isRotationDue(stored, this.config)) await this.rotate(stored);
    else await this.reseal(stored);
  }

  async sign(purpose: Purpose, payload: string): Promise<string> {
    return signWith((await this.load()).signing, purpose, payload);
  }

  async verify(purpose: Purpose, payload: string, signature: string): Promise<boolean> {
    const given = Buffer.from(signature);
    const { signing, other } = await this.load();
    return [signing, ...(other ? [other] : [])].some((secret) => {
      const expected = Buffer.from(signWith(secret, purpose, payload));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  /** Does nothing when another process has done it. */
  private async rotate({ secret }: SharedSecretRecord): Promise<void> {
    const previous = this.box.reseal(secret, CONTEXT) ?? secret;
    await this.model.updateOne({ _id: SECRET_ID, secret }, { $set: { ...this.create(), previous } });
    this.cached = undefined;
  }

  private async reseal({ secret, previous }: SharedSecretRecord): Promise<void> {
    const resealed = this.box.reseal(secret, CONTEXT);
    if (!resealed) return;
    const other = previous && (this.box.reseal(previous, CONTEXT) ?? previous);
    await this.model.updateOne(
      { _id: SECRET_ID, secret },
      { $set: { secret: resealed, ...(other ? { previous: other } : {}) } },
    );
  }

  private load(): Promise<Secrets> {
    if (this.cached && this.cached.until > Date.now()) return this.cached.secrets;
    const secrets = this.read().catch((error: unknown) => {
      this.cached = undefined;
      throw error;
    });
    this.cached = { secrets, until: Date.now() + CACHE_TTL_MS };
    return secrets;
  }

  private async read(): Promise<Secrets> {
    const stored = await this.findOrCreate();
    const open = (sealed: string) => Buffer.from(this.box.open(sealed, CONTEXT), 'base64url');
    const newest = open(stored.secret);
    const previous = stored.previous === undefined ? undefined : open(stored.previous);
    return previous && !isActivated(stored)
      ? { signing: previous, other: newest }
      : { signing: newest, other: previous };
  }

  private async findOrCreate(): Promise<SharedSecretRecord> {
    const stored = await this.model.findById(SECRET_ID).lean<SharedSecretRecord>();
    if (stored) return stored;
    try {
      await this.model.updateOne({ _id: SECRET_ID }, { $setOnInsert: this.create() }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
    return this.model.findById(SECRET_ID).orFail().lean<SharedSecretRecord>();
  }

  private create(): Pick<SharedSecretRecord, 'secret' | 'createdAt'> {
    return { secret: this.box.seal(randomBytes(32).toString('base64url'), CONTEXT), createdAt: new Date() };
  }
}

const signWith = (secret: Buffer, purpose: Purpose, payload: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest('base64url');
