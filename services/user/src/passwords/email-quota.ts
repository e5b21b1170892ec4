import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { type Model, Schema } from 'mongoose';
import { MAX_EMAILS_PER_HOUR, type UserConfig } from '../user.config.js';

export const EMAIL_QUOTA = 'EmailQuota';
const WINDOW_MS = 3_600_000;

interface EmailQuotaRecord {
  /** SHA-256 of kind and key. */
  _id: string;
  count: number;
  since: Date;
}

export const emailQuotaSchema = new Schema<EmailQuotaRecord>(
  { _id: String, count: { type: Number, required: true }, since: { type: Date, required: true } },
  { collection: 'email_quotas', versionKey: false },
);
emailQuotaSchema.index({ since: 1 }, { expireAfterSeconds: WINDOW_MS / 1000 });

/** What anybody can have sent to an address of their choice. */
type RequestedKind = 'reset' | 'login-code';

/** Counted per email address, except for those that name an account or a network. */
export type QuotaKind =
  | RequestedKind
  | `${RequestedKind}-from-network`
  | 'login-code-by-network'
  | 'verification'
  | 'change'
  | 'change-by-account'
  | 'change-by-network'
  | 'invitation'
  | 'registration-by-network';

const keyOf = (kind: QuotaKind, key: string): string =>
  createHash('sha256').update(`${kind}\n${key}`).digest('base64url');

/** Limits per hour what anybody can have sent to an address, and how often they can learn whether it has an account. */
@Injectable()
export class EmailQuotas {
  constructor(
    @InjectModel(EMAIL_QUOTA) private readonly quotas: Model<EmailQuotaRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /** Uses one of the hour. Returns false when none is left. The work is the same for every key. */
  async use(kind: QuotaKind, key: string, max = MAX_EMAILS_PER_HOUR): Promise<boolean> {
    const _id = keyOf(kind, key);
    const isLimited = this.config.RATE_LIMIT === 'on';
    const windowStart = new Date(Date.now() - WINDOW_MS);
    const counted = await this.quotas
      .findOneAndUpdate({ _id, since: { $gt: windowStart } }, { $inc: { count: 1 } }, { returnDocument: 'after' })
      .lean<EmailQuotaRecord>();
    if (counted) return !isLimited || counted.count <= max;
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
      return this.use(kind, key, max);
    }
  }

  /** As `use`, per address and network: requests from one network leave the owner of the address those from others. */
  async useFrom(
    { network }: Visitor,
    kind: RequestedKind,
    email: string,
    { fromNetwork, inAll }: { fromNetwork: number; inAll: number },
  ): Promise<boolean> {
    // The network first: its refused requests must not use up those of all.
    return (
      (await this.use(`${kind}-from-network`, `${email}\n${network}`, fromNetwork)) &&
      (await this.use(kind, email, inAll))
    );
  }

  /** Takes back one use of this hour. */
  async release(kind: QuotaKind, key: string): Promise<void> {
    await this.quotas.updateOne({ _id: keyOf(kind, key), count: { $gt: 0 } }, { $inc: { count: -1 } });
  }
}
