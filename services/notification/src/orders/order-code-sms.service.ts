import { Inject, Injectable } from '@nestjs/common';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Channels } from '../channels/channels.js';
import { CodeLimit } from '../channels/code-limit.service.js';
import type { NotificationRecord, NotificationStep } from '../log/notification.schema.js';
import { settledState } from '../log/settled-state.js';
import { NoticeLog } from '../notices/notice-log.service.js';
import { render } from '../templates/render.js';

const KIND = 'cod_confirm';
const MAX_ERROR_LENGTH = 300;

export type OrderCodeRequest = Extract<CommandRequest<'rpc.notification.email.send'>, { template: 'order-code' }>;

/**
 * The code that confirms cash on delivery, by SMS beside the email: the parcel needs a number that can be reached. Sent
 * without a retry, and never stored: it is valid for minutes, and the email has it too.
 */
@Injectable()
export class OrderCodeSms {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly channels: Channels,
    private readonly limit: CodeLimit,
    private readonly log: NoticeLog,
  ) {}

  /**
   * Sends once per message id.
   * @returns whether the SMS was accepted; false without an Indian mobile number too, and beyond the limit of its codes
   */
  async send(request: OrderCodeRequest): Promise<boolean> {
    const { messageId, data } = request;
    const sms = this.channels.get('sms');
    const to = sms.addressOf({ phone: data.phone });
    const content = render(KIND, 'sms', request);
    if (!to || !content || !sms.isSetUp(KIND)) return false;
    const now = new Date();
    const row: NotificationRecord = {
      _id: `${messageId}-sms`,
      kind: KIND,
      to,
      receivers: [to],
      ...(data.userId ? { userId: data.userId } : {}),
      orderNumber: data.orderNumber,
      channel: 'sms',
      state: 'queued',
      attempts: 0,
      claimedAt: now,
      createdAt: now,
    };
    if (!(await this.log.insert(row))) return (await settledState(() => this.log.find(row._id))) === 'sent';
    const claim = await this.limit.claim(to);
    if (!claim) {
      await this.log.step(row, { ...stepOf('skipped'), reason: 'too many codes for this number' });
      await this.log.end(row, 'skipped');
      return false;
    }
    try {
      const { providerId } = await sms.send({ id: row._id, kind: KIND, to, content });
      await this.log.sent(row, { ...stepOf('sent'), ...(providerId ? { providerId } : {}) }, to);
      return true;
    } catch (error) {
      const reason = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR_LENGTH);
      this.logger.warn({ err: error, messageId: row._id }, 'SMS with a code not sent');
      await this.log.step(row, { ...stepOf('failed'), reason });
      await this.log.end(row, 'failed');
      await this.limit.release(claim);
      return false;
    }
  }
}

const stepOf = (outcome: NotificationStep['outcome']): NotificationStep => ({
  channel: 'sms',
  outcome,
  at: new Date(),
});
