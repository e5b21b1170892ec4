import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { type Model, Schema } from 'mongoose';
import { MAX_EMAILS_PER_HOUR, type UserConfig } from '../user.config.js';

export const EMAIL_QUOTA = 'EmailQuota';
const WINDOW_MS = 3_600_000;

interface EmailQuotaRecord {
  /** SHA-256 of kind and address. */
  _id: string;
  count: number;
  since: Date;
}

export const emailQuotaSchema = new Schema<EmailQuotaRecord>(
  { _id: String, count: { type: Number, required: true }, since: { type: Date, required: true } },
  { collection: 'email_quotas', versionKey: false },
);
emailQuotaSchema.index({ since: 1 }, { expireAfterSeconds: WINDOW_MS / 1000 });

export type QuotaKind = 'reset' | 'verification' | 'change' | 'invitation';

/** Limits what anybody can have sent to an address, with or without an account. */
@Injectable()
export class EmailQuotas {
  constructor(
    @InjectModel(EMAIL_QUOTA) private readonly quotas: Model<EmailQuotaRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /** Uses one email of the hour. Returns false when none is left. The work is the same for every address. */
  async use(kind: QuotaKind, email: string): Promise<boolean> {
    const _id = createHash('sha256').update(`${kind}\n${email}`).digest('base64url');
    const isLimited = this.config.RATE_LIMIT === 'on';
    const windowStart = new Date(Date.now() - WINDOW_MS);
    const counted = await this.quotas
      .findOneAndUpdate({ _id, since: { $gt: windowStart } }, { $inc: { count: 1 } }, { returnDocument: 'after' })
      .lean<EmailQuotaRecord>();
    if (counted) return !isLimited || counted.count <= MAX_EMAILS_PER_HOUR;
    try {
      await this.quotas.updateOne(
        { _id, since: { $lte: windowStart } },
        { $set: { count: 1, since: new Date() } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // A simultaneous request started the hour.
      if (!isDuplicateKeyError(error)) throw error;
      return this.use(kind, email);
    }
  }
}
