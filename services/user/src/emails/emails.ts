import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import { emailPages } from '@rangavalli/contracts/email-pages';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { type Model, Schema } from 'mongoose';
import type { Logger } from 'pino';
import type { AccountRecord } from '../accounts/account.schema.js';
import type { UserConfig } from '../user.config.js';

export const NOTICE = 'Notice';
const DEADLINE_MS = 20_000;
const RETRY_INTERVAL_MS = 30_000;
const RETENTION_SECONDS = 3 * 86_400;
const MAX_RETRIES_PER_RUN = 50;

type EmailRequest = CommandRequest<'rpc.notification.email.send'>;
/** Emails without a secret link: they may be stored until they are sent. */
type NoticeRequest = Extract<
  EmailRequest,
  {
    template:
      | 'new-device'
      | 'password-changed'
      | 'second-factor-changed'
      | 'role-changed'
      | 'deletion-scheduled'
      | 'account-deleted';
  }
>;
type WithoutEnvelope<Request> = Request extends EmailRequest
  ? Pick<Request, 'template'> & { data: Omit<Request['data'], 'name'> }
  : never;
export type EmailContent = WithoutEnvelope<EmailRequest>;
export type NoticeContent = WithoutEnvelope<NoticeRequest>;

/** Who gets an email. The name is left out until the address is verified. */
export type Recipient = Pick<AccountRecord, 'email' | 'name' | 'emailVerifiedAt'>;

interface NoticeRecord {
  _id: string;
  request: NoticeRequest;
  createdAt: Date;
}

export const noticeSchema = new Schema<NoticeRecord>(
  { _id: String, request: { type: Object, required: true }, createdAt: { type: Date, required: true } },
  { collection: 'notices', versionKey: false, minimize: false },
);
noticeSchema.index({ createdAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });

/** Has emails about accounts sent by the notification service. */
@Injectable()
export class Emails {
  constructor(
    @InjectModel(NOTICE) private readonly notices: Model<NoticeRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly commands: Commands,
  ) {}

  /**
   * Returns the address of a page with a token in its fragment, which reaches no server log and no other site.
   * @throws Error without PUBLIC_URL
   */
  linkTo(page: keyof typeof emailPages, token?: string): string {
    if (!this.config.PUBLIC_URL) throw new Error('emails with links need PUBLIC_URL');
    const link = new URL(emailPages[page], this.config.PUBLIC_URL);
    if (token) link.hash = `token=${token}`;
    return link.href;
  }

  /** Returns the address of a page of the storefront. */
  pageOf(path: string): string {
    return new URL(path, this.config.PUBLIC_URL ?? 'http://localhost').href;
  }

  /** @throws AppError UNAVAILABLE when it was not sent */
  async send(recipient: Recipient, content: EmailContent, messageId: string): Promise<void> {
    await this.commands.request(
      'rpc.notification.email.send',
      buildRequest(recipient, content, messageId),
      DEADLINE_MS,
    );
    this.logger.info({ template: content.template }, 'email sent');
  }

  /** Sends a notice after the response; it is stored until then and retried. */
  async notify(recipient: Recipient, content: NoticeContent): Promise<void> {
    const request = buildRequest(recipient, content, `${content.template}-${randomUUID()}`) as NoticeRequest;
    await this.notices.insertMany([{ _id: request.messageId, request, createdAt: new Date() }]);
    // Handles its own errors.
    void this.sendNotice(request);
  }

  @Repeats('notice retries', RETRY_INTERVAL_MS)
  async sendPendingNotices(): Promise<void> {
    const pending = await this.notices
      .find({ createdAt: { $lt: new Date(Date.now() - RETRY_INTERVAL_MS) } })
      .sort({ createdAt: 1 })
      .limit(MAX_RETRIES_PER_RUN)
      .lean<NoticeRecord[]>();
    for (const { request } of pending) await this.sendNotice(request);
  }

  private async sendNotice(request: NoticeRequest): Promise<void> {
    const { messageId, template } = request;
    try {
      const { outcome } = await this.commands.request('rpc.notification.email.send', request, DEADLINE_MS);
      // Deprecated: another process sends it now; if it fails, the next run tries again.
      if (outcome === 'pending') return;
      await this.notices.deleteOne({ _id: messageId });
      this.logger.info({ template }, 'notice sent');
    } catch (error) {
      const isPending = error instanceof AppError && error.code === 'UNAVAILABLE';
      this.logger[isPending ? 'warn' : 'error']({ err: error, template }, 'notice failed; retrying');
    }
  }
}

const buildRequest = (recipient: Recipient, { template, data }: EmailContent, messageId: string): EmailRequest =>
  ({
    messageId,
    to: recipient.email,
    template,
    data: { ...data, ...(recipient.emailVerifiedAt ? { name: recipient.name } : {}) },
  }) as EmailRequest;
