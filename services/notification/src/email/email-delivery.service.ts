import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { batch } from '@rangavalli/service-kit/batch';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { BATCH_MS, insertRecords, MAX_BATCH } from '../log/insert-records.js';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';
import { settledState } from '../log/settled-state.js';
import { type Email, Mailer } from './mailer.js';

/** A claim older than this belongs to a process that died, ms. */
const CLAIM_MS = 60_000;
const MAX_ERROR_LENGTH = 300;

export type Delivery = Email & Pick<NotificationRecord, 'kind' | 'userId' | 'orderId' | 'eventId'>;

/**
 * Sends each email once: a claim in the delivery log comes before the send. Only a process that dies between the mail
 * server's acceptance and its log entry causes a second one, with the same Message-ID.
 */
@Injectable()
export class EmailDelivery {
  private readonly insert = batch(BATCH_MS, MAX_BATCH, (rows: readonly NotificationRecord[]) =>
    insertRecords(this.log, rows),
  );
  private readonly markSent = batch(BATCH_MS, MAX_BATCH, (ids: readonly string[]) => this.markAllSent(ids));

  constructor(
    @InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly mailer: Mailer,
  ) {}

  get isEnabled(): boolean {
    return this.mailer.isEnabled;
  }

  /**
   * Sends an email, or waits while another request sends it.
   * @throws Error when it was not sent, or not yet; the next call tries again
   */
  async sendOnce(email: Delivery): Promise<void> {
    const { id } = email;
    if ((await this.enqueue(email)) || (await this.claim(id))) return this.send(email);
    const state = await settledState(() => this.log.findById(id, { state: 1 }).lean<NotificationRecord>());
    if (state === 'sent') return;
    if (!(await this.claim(id))) throw new Error(`email ${id} is still being sent by another request`);
    await this.send(email);
  }

  /** Claims an email. Returns false when the log has it already. */
  enqueue({ id, kind, to, userId, orderId, eventId }: Delivery): Promise<boolean> {
    const now = new Date();
    return this.insert({
      _id: id,
      kind,
      to,
      receivers: [to],
      channel: 'email',
      ...(userId ? { userId } : {}),
      ...(orderId ? { orderId } : {}),
      ...(eventId ? { eventId } : {}),
      state: 'queued',
      attempts: 0,
      claimedAt: now,
      createdAt: now,
    });
  }

  /** Sends a claimed email and records the outcome. @throws Error when it could not be sent */
  async send(email: Delivery): Promise<void> {
    try {
      await this.mailer.send(email);
    } catch (error) {
      const text = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR_LENGTH);
      await this.log.updateOne(
        { _id: email.id, state: { $ne: 'sent' } },
        { $set: { state: 'failed', error: text }, $inc: { attempts: 1 } },
        { runValidators: true },
      );
      throw error;
    }
    await this.markSent(email.id);
    this.logger.info({ emailId: email.id, kind: email.kind }, 'email sent');
  }

  /** Deletes the log of an account and its addresses, except of messages that are being sent. */
  async deleteLogOf(userId: string, emails: string[]): Promise<void> {
    await this.log.deleteMany({ $or: [{ to: { $in: emails } }, { userId }], state: { $ne: 'queued' } });
  }

  private async claim(id: string): Promise<boolean> {
    const now = Date.now();
    const claimed = await this.log.updateOne(
      {
        _id: id,
        $or: [{ state: 'failed' }, { state: 'queued', claimedAt: { $lt: new Date(now - CLAIM_MS) } }],
      },
      { $set: { state: 'queued', claimedAt: new Date(now) } },
      { runValidators: true },
    );
    return claimed.modifiedCount > 0;
  }

  private async markAllSent(ids: readonly string[]): Promise<undefined[]> {
    await this.log.updateMany(
      { _id: { $in: ids } },
      { $set: { state: 'sent', sentAt: new Date() }, $inc: { attempts: 1 }, $unset: { error: 1 } },
      { runValidators: true },
    );
    return ids.map(() => undefined);
  }
}
