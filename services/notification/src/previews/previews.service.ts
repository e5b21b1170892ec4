import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { NotificationPreview } from '@rangavalli/contracts/entities/notification';
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKindNames,
  notificationKinds,
} from '@rangavalli/contracts/notification-kinds';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import { ChannelError, sendingError } from '../channels/channel.js';
import { Channels } from '../channels/channels.js';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';
import type { NotificationConfig } from '../notification.config.js';
import { AuditLog } from '../operations/audit-log.service.js';
import { PushSubscriptions } from '../push/push-subscriptions.service.js';
import { languageOf, type Rendered, render } from '../templates/render.js';
import { samples } from '../templates/samples.js';

const MAX_TESTS_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
const MAX_ERROR_LENGTH = 300;
const NO_BROWSER = 'None of your browsers shows notifications. Switch them on in your account, under Notifications.';

type Template = CallResponse<'GET /notifications/templates'>['templates'][number];

/** Messages with sample data, for staff. */
@Injectable()
export class Previews {
  constructor(
    @InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>,
    @Inject(CONFIG) private readonly config: NotificationConfig,
    private readonly channels: Channels,
    private readonly audit: AuditLog,
    private readonly subscriptions: PushSubscriptions,
  ) {}

  templates(): Template[] {
    return notificationKindNames.map((kind) => ({
      kind,
      category: notificationKinds[kind].category,
      channels: notificationChannels
        .filter((channel) => this.render(kind, channel) !== undefined)
        .map((channel) => ({
          channel,
          isSetUp: this.channels.isSetUp(channel, kind),
          ...this.templateId(kind, channel),
        })),
    }));
  }

  /** @throws AppError CHANNEL_NOT_AVAILABLE when the kind has no text for the channel */
  preview({ kind, channel, language }: CallInput<'POST /notifications/preview'>['body']): NotificationPreview {
    const content = this.render(kind, channel, language);
    if (!content) throw new AppError('CHANNEL_NOT_AVAILABLE');
    return {
      kind,
      channel,
      language: languageOf(kind, language),
      ...this.templateId(kind, channel),
      ...describe(channel, content),
    };
  }

  /** @throws AppError CHANNEL_NOT_AVAILABLE, RATE_LIMITED; MESSAGE_REJECTED and UNAVAILABLE by the provider */
  async sendTest(body: CallInput<'POST /notifications/test'>['body'], caller: Identity): Promise<void> {
    const { kind, channel } = body;
    const content = this.render(kind, channel);
    const sender = this.channels.get(channel);
    if (!content || !sender.isSetUp(kind)) throw new AppError('CHANNEL_NOT_AVAILABLE');
    const receiver =
      channel === 'email' ? { email: body.to } : channel === 'push' ? { userId: caller.id } : { phone: body.to };
    const to = sender.addressOf(receiver);
    if (!to) throw new AppError('VALIDATION_FAILED', { details: { fields: { to: 'not an Indian mobile number' } } });
    if (channel === 'push' && (await this.subscriptions.count(to)) === 0)
      throw new AppError('CHANNEL_NOT_AVAILABLE', { message: NO_BROWSER });
    const id = await this.claim(kind, channel, to, caller);
    await this.audit.record(
      caller,
      {
        action: 'event.message.tested',
        subject: 'event',
        subjectId: id,
        label: `${kind} by ${channel} to ${to}`,
        changes: [],
      },
      id,
    );
    try {
      await sender.send({ id, kind, to, content });
      await this.log.updateOne({ _id: id }, { $set: { state: 'sent', sentAt: new Date() }, $inc: { attempts: 1 } });
    } catch (cause) {
      const reason = (cause instanceof ChannelError ? cause.message : 'failed').slice(0, MAX_ERROR_LENGTH);
      await this.log.updateOne({ _id: id }, { $set: { state: 'failed', error: reason }, $inc: { attempts: 1 } });
      throw sendingError(cause, `The message was not accepted: ${reason}.`);
    }
  }

  /** The delivery log counts the tests of the hour. */
  private async claim(kind: NotificationKind, channel: NotificationChannel, to: string, { id }: Identity) {
    const since = new Date(Date.now() - HOUR_MS);
    const eventId = `test-by-${id}`;
    const tests = await this.log.countDocuments({ eventId, createdAt: { $gte: since } }).limit(MAX_TESTS_PER_HOUR);
    if (tests >= MAX_TESTS_PER_HOUR) throw new AppError('RATE_LIMITED');
    const now = new Date();
    const _id = `test-${randomUUID()}`;
    await this.log.create({
      _id,
      kind,
      channel,
      to,
      receivers: [to],
      eventId,
      state: 'queued',
      attempts: 0,
      claimedAt: now,
      createdAt: now,
    });
    return _id;
  }

  private templateId(kind: NotificationKind, channel: NotificationChannel): { templateId?: string } {
    const templateId = this.channels.get(channel).templateOf(kind);
    return templateId ? { templateId } : {};
  }

  private render(
    kind: NotificationKind,
    channel: NotificationChannel,
    language: CallInput<'POST /notifications/preview'>['body']['language'] = 'en',
  ) {
    return render(kind, channel, samples[kind], { storefront: this.config.PUBLIC_URL, language });
  }
}

type Described = Pick<NotificationPreview, 'subject' | 'text' | 'html' | 'variables' | 'link'>;

function describe(channel: NotificationChannel, content: Rendered[NotificationChannel]): Described {
  if ('subject' in content) {
    const { subject, text, html } = content;
    return { subject, text, ...(html ? { html } : {}) };
  }
  if ('title' in content)
    return { subject: content.title, text: content.text, ...(content.path ? { link: content.path } : {}) };
  const variables = content.variables.map((value, index) => ({
    name: channel === 'sms' ? `VAR${index + 1}` : String(index + 1),
    value,
  }));
  return {
    text: content.text,
    variables,
    ...('button' in content && content.button ? { link: `/${content.button}` } : {}),
  };
}
