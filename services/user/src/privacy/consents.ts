import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ConsentPurpose, type ConsentRecord, consentPurposes } from '@rangavalli/contracts/entities/account-data';
import { type Model, Schema } from 'mongoose';

export const CONSENT = 'Consent';
const MAX_LISTED = 200;
/** Decisions of an account about one purpose, the newest ones. */
const MAX_KEPT = 1_000;
/** Proof of consent is kept for as long as claims can be made, seconds. */
const RETENTION_SECONDS = 3 * 365 * 86_400;

interface StoredConsent {
  userId: string;
  purpose: ConsentPurpose;
  granted: boolean;
  noticeVersion: string;
  at: Date;
  /** When the account was deleted; the retention begins then. */
  closedAt?: Date;
}

export const consentSchema = new Schema<StoredConsent>(
  {
    userId: { type: String, required: true },
    purpose: { type: String, enum: consentPurposes, required: true },
    granted: { type: Boolean, required: true },
    noticeVersion: { type: String, required: true },
    at: { type: Date, required: true },
    closedAt: Date,
  },
  { collection: 'consents', versionKey: false },
);
consentSchema.index({ userId: 1, at: -1 });
consentSchema.index({ closedAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });

/** Consent records (DPDP Act): appended for every decision, never changed, and the newest ones kept. */
@Injectable()
export class Consents {
  constructor(@InjectModel(CONSENT) private readonly consents: Model<StoredConsent>) {}

  async add(userId: string, decision: Pick<ConsentRecord, 'purpose' | 'granted' | 'noticeVersion'>): Promise<void> {
    await this.consents.create({ userId, ...decision, at: new Date() });
    await this.deleteExcess(userId, decision.purpose);
  }

  /** Whether the newest decision about a purpose is a consent. */
  async isGranted(userId: string, purpose: ConsentPurpose): Promise<boolean> {
    const newest = await this.consents.findOne({ userId, purpose }).sort({ at: -1 }).lean<StoredConsent>();
    return newest?.granted ?? false;
  }

  /** Newest first. */
  async list(userId: string): Promise<ConsentRecord[]> {
    const consents = await this.consents.find({ userId }).sort({ at: -1 }).limit(MAX_LISTED).lean<StoredConsent[]>();
    return consents.map(({ purpose, granted, noticeVersion, at }) => ({
      purpose,
      granted,
      noticeVersion,
      at: at.toISOString(),
    }));
  }

  private async deleteExcess(userId: string, purpose: ConsentPurpose): Promise<void> {
    const newest = await this.consents
      .find({ userId, purpose }, { at: 1 })
      .sort({ at: -1 })
      .limit(MAX_KEPT + 1)
      .lean<Pick<StoredConsent, 'at'>[]>();
    const last = newest[MAX_KEPT - 1];
    if (last && newest.length > MAX_KEPT) await this.consents.deleteMany({ userId, purpose, at: { $lt: last.at } });
  }

  /** Starts the retention of a deleted account's records, which hold no personal data but the decisions. */
  async close(userId: string): Promise<void> {
    await this.consents.updateMany({ userId, closedAt: { $exists: false } }, { $set: { closedAt: new Date() } });
  }
}
