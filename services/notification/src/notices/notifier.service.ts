import { Inject, Injectable } from '@nestjs/common';
import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { ChannelError } from '../channels/channel.js';
import { Channels } from '../channels/channels.js';
import { toMobile } from '../channels/phone.js';
import type { NotificationRecord, NotificationStep, StepOutcome } from '../log/notification.schema.js';
import type { NotificationConfig } from '../notification.config.js';
import { InvoiceAttachments } from '../orders/invoice-attachments.service.js';
import type { KindData } from '../templates/kind-data.js';
import { render } from '../templates/render.js';
import { type Candidate, CandidateChannels, type Candidates } from './candidates.service.js';
import { CLAIM_MS, NoticeLog } from './notice-log.service.js';
import type { Notice, PendingNotice } from './notice.js';

const BATCH = 100;
const CONCURRENCY = 10;
/** Pause before the first retry, ms; it doubles with each further one. */
const RETRY_MS = 30_000;
/** Retries before the next channel; the last one is tried for about eight hours. */
const MAX_RETRIES = 2;
const MAX_LAST_RETRIES = 9;
const MAX_ERROR_LENGTH = 300;
/** After these a channel is not tried again. */
const ENDED: readonly StepOutcome[] = ['failed', 'unknown'];

export type NoticeOutcome = 'sent' | 'pending' | 'scheduled' | 'skipped' | 'failed';

/**
 * Sends each message once, by the first channel that accepts it. A claim in the log comes before the send. Where a
 * provider does not recognise a repeated message, the request is recorded first: if its outcome stays unknown, that
 * channel is not tried again, and the next one follows.
 */
@Injectable()
export class Notifier {
  constructor(
    @Inject(CONFIG) private readonly config: NotificationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly channels: Channels,
    private readonly candidates: CandidateChannels,
    private readonly log: NoticeLog,
    private readonly invoices: InvoiceAttachments,
  ) {}

  /**
   * Sends a message, or schedules it for the end of quiet hours. Idempotent by its id.
   * @returns `pending` while another attempt of the last minute is in progress
   * @throws ChannelError when no provider has accepted it; this service retries it when its pause is over
   */
  async notify<K extends NotificationKind>(notice: Notice<K>): Promise<NoticeOutcome> {
    const now = new Date();
    const found = await this.candidates.find(notice.kind, notice.receiver, now);
    const row = newRow(notice, found, now);
    if (await this.log.insert(row)) return row.state === 'queued' ? this.deliver(row, found) : row.state;
    return this.resume(notice.id);
  }

  /**
   * Makes sure that a message which is not sent yet never is, also when it is published later.
   * @param reason for the log
   * @returns false while it is being sent
   */
  async withdraw<K extends NotificationKind>(notice: Notice<K>, reason: string): Promise<boolean> {
    const row = newRow(notice, { possible: [], skipped: [] }, new Date());
    return (await this.log.insert({ ...row, error: reason })) || this.log.withdraw(notice.id, reason);
  }

  /** Continues a message whose time has come. */
  async resume(id: string): Promise<NoticeOutcome> {
    const claimed = await this.log.claim(id);
    if (claimed) return this.deliver(claimed);
    const row = await this.log.find(id);
    if (row?.state === 'queued') return 'pending';
    if (row?.state === 'scheduled' || row?.state === 'skipped' || row?.state === 'failed') return row.state;
    return 'sent';
  }

  /** Sends what is due: after quiet hours, for retries, and what a process left behind. */
  @Repeats('due notifications', ({ NOTIFICATION_POLL_MS }: NotificationConfig) => NOTIFICATION_POLL_MS)
  async sendDue(): Promise<void> {
    for (;;) {
      const due = await this.log.due(BATCH);
      for (let first = 0; first < due.length; first += CONCURRENCY)
        await Promise.all(due.slice(first, first + CONCURRENCY).map(({ _id }) => this.sendOneDue(_id)));
      if (due.length < BATCH) return;
    }
  }

  private async sendOneDue(id: string): Promise<void> {
    try {
      if ((await this.resume(id)) === 'sent') await this.log.settle(id);
    } catch (error) {
      this.logger.warn({ err: error, messageId: id }, 'notification not sent yet');
    }
  }

  private async deliver(row: NotificationRecord, known?: Candidates): Promise<NoticeOutcome> {
    const { kind, pending, attempting, steps = [] } = row;
    if (!isPending(pending)) {
      await this.log.end(row, 'failed');
      return 'failed';
    }
    const ended = new Set(steps.filter(({ outcome }) => ENDED.includes(outcome)).map(({ channel }) => channel));
    if (attempting) {
      ended.add(attempting);
      await this.log.step(row, stepOf(attempting, 'unknown', 'the process stopped during the request'));
    }
    const { possible, skipped, quietUntil } = known ?? (await this.candidates.find(kind, pending.receiver));
    if (quietUntil) {
      await this.log.schedule(row, quietUntil);
      return 'scheduled';
    }
    const open = possible.filter(({ channel }) => !ended.has(channel));
    let retries = row.retries ?? 0;
    for (const [index, candidate] of open.entries()) {
      const outcome = await this.tryChannel(row, kind, pending, candidate, {
        retries,
        maxRetries: index < open.length - 1 ? MAX_RETRIES : MAX_LAST_RETRIES,
      });
      if (outcome !== 'next') return outcome;
      retries = 0;
    }
    const isSkipped = ended.size === 0 && open.length === 0;
    this.logger.warn({ messageId: row._id, kind, skipped }, 'notification reached nobody');
    await this.log.end(row, isSkipped ? 'skipped' : 'failed');
    return isSkipped ? 'skipped' : 'failed';
  }

  /** @throws Error when the channel will be retried */
  private async tryChannel(
    row: NotificationRecord,
    kind: NotificationKind,
    { data }: PendingNotice,
    { channel, to }: Candidate,
    { retries, maxRetries }: { retries: number; maxRetries: number },
  ): Promise<'sent' | 'pending' | 'next'> {
    const sender = this.channels.get(channel);
    const content = render(kind, channel, data as KindData[NotificationKind], { storefront: this.config.PUBLIC_URL });
    if (!content) {
      await this.log.step(row, stepOf(channel, 'skipped', 'no text'));
      return 'next';
    }
    if (!sender.isIdempotent && !(await this.log.attempt(row, channel, to))) return 'pending';
    try {
      const attachments = await this.invoices.find(kind, channel, data);
      const { providerId } = await sender.send({ id: row._id, kind, to, content, attachments });
      await this.log.sent(row, { ...stepOf(channel, 'sent'), ...(providerId ? { providerId } : {}) }, to);
      this.logger.info({ messageId: row._id, kind, channel }, 'notification sent');
      return 'sent';
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      const reason = error.message.slice(0, MAX_ERROR_LENGTH);
      if (error.failure === 'unavailable' && retries < maxRetries) {
        await this.log.retryAt(row, new Date(Date.now() + RETRY_MS * 2 ** retries), reason);
        throw error;
      }
      await this.log.step(row, stepOf(channel, error.failure === 'unknown' ? 'unknown' : 'failed', reason));
      return 'next';
    }
  }
}

const stepOf = (channel: NotificationStep['channel'], outcome: StepOutcome, reason?: string): NotificationStep => ({
  channel,
  outcome,
  at: new Date(),
  ...(reason ? { reason } : {}),
});

const isPending = (pending: unknown): pending is PendingNotice =>
  typeof pending === 'object' && pending !== null && 'receiver' in pending;

type NewRow = NotificationRecord & { state: 'queued' | 'scheduled' | 'skipped' };

function newRow(notice: Notice, { possible, skipped, quietUntil }: Candidates, now: Date): NewRow {
  const { id, kind, receiver, data, orderId, orderNumber, eventId, notBefore } = notice;
  const { userId, email, phone } = receiver;
  const [first] = possible;
  const addresses = [email, toMobile(phone), first?.to].filter((one) => one !== undefined);
  const dueAt = notBefore && notBefore > now ? notBefore : quietUntil;
  const state = first ? (dueAt ? 'scheduled' : 'queued') : 'skipped';
  return {
    _id: id,
    kind,
    to: first?.to ?? email ?? phone ?? 'nobody',
    receivers: [...new Set(addresses)],
    ...(userId ? { userId } : {}),
    ...(orderId ? { orderId } : {}),
    ...(orderNumber ? { orderNumber } : {}),
    ...(eventId ? { eventId } : {}),
    state,
    ...(first ? { channel: first.channel } : {}),
    attempts: 0,
    steps: skipped.map(({ channel, reason }) => stepOf(channel, 'skipped', reason)),
    claimedAt: now,
    createdAt: now,
    ...(first ? { dueAt: dueAt ?? new Date(now.getTime() + CLAIM_MS), pending: { receiver, data } } : {}),
  };
}
