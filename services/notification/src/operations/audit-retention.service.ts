import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { NotificationConfig } from '../notification.config.js';
import {
  AUDIT_ENTRY,
  AUDIT_HEAD,
  type AuditHeadRecord,
  type AuditRecord,
  type TrimmedAuditRecord,
} from './audit-entry.schema.js';

const DAY_MS = 86_400_000;

/**
 * Deletes audit entries whose time has passed, always the oldest ones of the chain. The hash of the last deleted one is
 * stored first: the verification begins with it.
 */
@Injectable()
export class AuditRetention {
  constructor(
    @InjectModel(AUDIT_ENTRY) private readonly entries: Model<AuditRecord>,
    @InjectModel(AUDIT_HEAD) private readonly heads: Model<AuditHeadRecord>,
    @Inject(CONFIG) private readonly config: NotificationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The newest entry stays, because the next one continues from it. */
  @Repeats('audit retention', ({ AUDIT_TRIM_MS }: NotificationConfig) => AUDIT_TRIM_MS)
  async deleteExpired(): Promise<void> {
    const before = new Date(Date.now() - this.config.AUDIT_RETENTION_DAYS * DAY_MS);
    const last = await this.findLastExpired(before);
    if (last) await this.moveStart(last);
    const trimmed = await this.heads.findById('trimmed').lean<TrimmedAuditRecord>();
    // The model refuses to delete. Those from before the chain have no number.
    const { deletedCount } = await this.entries.collection.deleteMany({
      $or: [
        { sequence: { $gt: 0, $lte: trimmed?.sequence ?? 0 } },
        { sequence: { $exists: false }, at: { $lt: before } },
      ],
    });
    if (deletedCount > 0)
      this.logger.info({ deletedCount, sequence: trimmed?.sequence, hash: trimmed?.hash }, 'old audit entries deleted');
  }

  private async findLastExpired(before: Date): Promise<Pick<AuditRecord, 'sequence' | 'hash'> | null> {
    const find = (filter: object, order: 1 | -1) =>
      this.entries.findOne({ sequence: { $gt: 0 }, ...filter }, { sequence: 1, hash: 1 }).sort({ sequence: order });
    const firstKept =
      (await find({ at: { $gte: before } }, 1).lean<AuditRecord>()) ?? (await find({}, -1).lean<AuditRecord>());
    return firstKept && this.entries.findOne({ sequence: firstKept.sequence - 1 }).lean<AuditRecord>();
  }

  /** Only forward: of two processes, the one that saw more expired entries wins. */
  private async moveStart({ sequence, hash }: Pick<AuditRecord, 'sequence' | 'hash'>): Promise<void> {
    try {
      await this.heads.updateOne(
        { _id: 'trimmed', sequence: { $lt: sequence } },
        { $set: { sequence, hash } },
        { upsert: true, runValidators: true },
      );
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
  }
}
