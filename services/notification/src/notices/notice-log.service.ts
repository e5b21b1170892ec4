import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { NotificationChannel, NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { batch } from '@rangavalli/service-kit/batch';
import type { Model } from 'mongoose';
import { BATCH_MS, insertRecords, MAX_BATCH } from '../log/insert-records.js';
import { NOTIFICATION, type NotificationRecord, type NotificationStep } from '../log/notification.schema.js';

/** A claim older than this belongs to a process that died, ms. */
export const CLAIM_MS = 60_000;
/** What WhatsApp has accepted may still fail; after this time nothing follows, ms. */
export const SETTLED_AFTER_MS = 2 * 86_400_000;

export type Claimed = Pick<NotificationRecord, '_id' | 'claimedAt'>;

/** The claims of messages: every write is guarded, so that simultaneous processes send a message once. */
@Injectable()
export class NoticeLog {
  /** Resolves with false when the log has the message already. */
  readonly insert = batch(BATCH_MS, MAX_BATCH, (rows: readonly NotificationRecord[]) => insertRecords(this.log, rows));
  private readonly markEmailed = batch(BATCH_MS, MAX_BATCH, (ids: readonly string[]) => this.markAllEmailed(ids));

  constructor(@InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>) {}

  find(_id: string): Promise<NotificationRecord | null> {
    return this.log.findById(_id).lean<NotificationRecord>();
  }

  /** Whether a customer was sent a message of a kind since then, or will be. */
  async hasSince(userId: string, kind: NotificationKind, since: Date): Promise<boolean> {
    const sent = { state: { $ne: 'skipped' as const }, createdAt: { $gte: since } };
    return (await this.log.exists({ userId, kind, ...sent })) !== null;
  }

  /** Oldest first. */
  due(limit: number): Promise<Pick<NotificationRecord, '_id'>[]> {
    return this.log
      .find({ dueAt: { $lte: new Date() } }, { _id: 1 })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<Pick<NotificationRecord, '_id'>[]>();
  }

  /** Claims a message that is due, or that a process left behind. Null when there is nothing to do. */
  claim(_id: string): Promise<NotificationRecord | null> {
    const now = new Date();
    const isLeftBehind = { state: 'queued' as const, claimedAt: { $lt: new Date(now.getTime() - CLAIM_MS) } };
    return this.log
      .findOneAndUpdate(
        {
          _id,
          $or: [
            // A redelivered event does not shorten the pause before a retry.
            { state: { $in: ['failed', 'scheduled'] }, dueAt: { $lte: now } },
            isLeftBehind,
          ],
        },
        { $set: { state: 'queued', claimedAt: now, dueAt: new Date(now.getTime() + CLAIM_MS) } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<NotificationRecord>();
  }

  /** Records that a request to a provider follows. False when another process has claimed the message meanwhile. */
  async attempt({ _id, claimedAt }: Claimed, channel: NotificationChannel, to: string): Promise<boolean> {
    const updated = await this.log.updateOne(
      { _id, claimedAt, state: 'queued' },
      { $set: { attempting: channel, channel, to } },
      { runValidators: true },
    );
    return updated.matchedCount > 0;
  }

  async sent({ _id, claimedAt }: Claimed, step: NotificationStep, to: string): Promise<void> {
    if (step.channel === 'email') return this.markEmailed(_id);
    const isFinal = step.channel !== 'whatsapp';
    await this.log.updateOne(
      { _id, claimedAt, state: 'queued' },
      {
        $set: {
          state: 'sent',
          sentAt: step.at,
          channel: step.channel,
          to,
          // A later status may make another channel follow.
          ...(isFinal ? {} : { dueAt: new Date(step.at.getTime() + SETTLED_AFTER_MS) }),
        },
        $inc: { attempts: 1 },
        $push: { steps: step },
        $unset: { attempting: 1, error: 1, ...(isFinal ? { pending: 1, dueAt: 1 } : {}) },
      },
      { runValidators: true },
    );
  }

  /** Goes on with another channel. */
  async step({ _id, claimedAt }: Claimed, step: NotificationStep): Promise<void> {
    await this.log.updateOne(
      { _id, claimedAt, state: 'queued' },
      {
        $push: { steps: step },
        $set: { retries: 0, ...(step.reason ? { error: step.reason } : {}) },
        ...(step.outcome === 'skipped' ? {} : { $inc: { attempts: 1 } }),
        $unset: { attempting: 1 },
      },
      { runValidators: true },
    );
  }

  /** Tries the same channel again at `dueAt`. */
  async retryAt({ _id, claimedAt }: Claimed, dueAt: Date, error: string): Promise<void> {
    await this.log.updateOne(
      { _id, claimedAt, state: 'queued' },
      { $set: { state: 'failed', dueAt, error }, $inc: { attempts: 1, retries: 1 }, $unset: { attempting: 1 } },
      { runValidators: true },
    );
  }

  async schedule({ _id, claimedAt }: Claimed, dueAt: Date): Promise<void> {
    await this.log.updateOne({ _id, claimedAt, state: 'queued' }, { $set: { state: 'scheduled', dueAt } });
  }

  /** No channel is left. */
  async end({ _id, claimedAt }: Claimed, state: 'failed' | 'skipped'): Promise<void> {
    await this.log.updateOne(
      { _id, claimedAt, state: 'queued' },
      { $set: { state }, $unset: { pending: 1, dueAt: 1, attempting: 1 } },
    );
  }

  /**
   * Ends a message that is not sent yet, or that WhatsApp may still return. False while a process sends it.
   * @param reason for the log
   */
  async withdraw(_id: string, reason: string): Promise<boolean> {
    const ending = { $unset: { pending: 1, dueAt: 1 } };
    await this.log.updateOne(
      { _id, state: { $in: ['failed', 'scheduled'] }, dueAt: { $exists: true } },
      { ...ending, $set: { state: 'skipped', error: reason } },
    );
    await this.log.updateOne({ _id, state: { $in: ['sent', 'delivered', 'read'] } }, ending);
    return (await this.find(_id))?.state !== 'queued';
  }

  /** What WhatsApp has accepted long ago arrives or not: its content is not stored any longer. */
  async settle(_id: string): Promise<void> {
    await this.log.updateOne(
      { _id, state: { $in: ['sent', 'delivered', 'read'] }, dueAt: { $lte: new Date() } },
      { $unset: { pending: 1, dueAt: 1 } },
    );
  }

  /** Any process that claimed it: repeated emails have the same Message-ID. */
  private async markAllEmailed(ids: readonly string[]): Promise<undefined[]> {
    const at = new Date();
    await this.log.updateMany(
      { _id: { $in: ids } },
      {
        $set: { state: 'sent', channel: 'email', sentAt: at },
        $inc: { attempts: 1 },
        $push: { steps: { channel: 'email', outcome: 'sent', at } },
        $unset: { error: 1, pending: 1, dueAt: 1, attempting: 1 },
      },
      { runValidators: true },
    );
    return ids.map(() => undefined);
  }
}
