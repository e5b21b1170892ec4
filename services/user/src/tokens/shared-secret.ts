import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { type Model, Schema } from 'mongoose';

export const SHARED_SECRET = 'SharedSecret';
const SECRET_ID = 'hmac';

interface SharedSecretRecord {
  _id: typeof SECRET_ID;
  /** Base64url. Guard it like passwords. */
  secret: string;
}

export const sharedSecretSchema = new Schema<SharedSecretRecord>(
  { _id: String, secret: { type: String, required: true } },
  { collection: 'shared_secrets', versionKey: false },
);

/** What is signed; a signature for one purpose is worthless for another. */
type Purpose = 'device' | 'login';

/** Signs what only this service reads, with a secret that its processes share through the database. */
@Injectable()
export class SharedSecret {
  private secret: Promise<Buffer> | undefined;

  constructor(@InjectModel(SHARED_SECRET) private readonly secrets: Model<SharedSecretRecord>) {}

  async sign(purpose: Purpose, payload: string): Promise<string> {
    return createHmac('sha256', await this.load())
      .update(`${purpose}\n${payload}`)
      .digest('base64url');
  }

  async verify(purpose: Purpose, payload: string, signature: string): Promise<boolean> {
    const given = Buffer.from(signature);
    const expected = Buffer.from(await this.sign(purpose, payload));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private load(): Promise<Buffer> {
    this.secret ??= this.findOrCreate().catch((error: unknown) => {
      this.secret = undefined;
      throw error;
    });
    return this.secret;
  }

  private async findOrCreate(): Promise<Buffer> {
    const stored = await this.secrets.findById(SECRET_ID).lean<SharedSecretRecord>();
    if (stored) return Buffer.from(stored.secret, 'base64url');
    try {
      await this.secrets.updateOne(
        { _id: SECRET_ID },
        { $setOnInsert: { secret: randomBytes(32).toString('base64url') } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
    const { secret } = await this.secrets.findById(SECRET_ID).orFail().lean<SharedSecretRecord>();
    return Buffer.from(secret, 'base64url');
  }
}
