import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { EmailTemplate } from '@rangavalli/contracts/commands/notification';
import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { NotificationConfig } from '../notification.config.js';
import { OrderCodeSms } from '../orders/order-code-sms.service.js';
import { accountEmail } from '../templates/account-emails.js';
import { EmailDelivery } from './email-delivery.service.js';

type Name = 'rpc.notification.email.send';

/** Of the emails that are more than a notice about the account. */
const KINDS: Partial<Record<EmailTemplate, NotificationKind>> = {
  'login-code': 'one_time_code',
  'order-code': 'cod_confirm',
  'new-device': 'new_login',
  'password-changed': 'password_changed',
};

@Controller()
export class EmailController {
  constructor(
    private readonly delivery: EmailDelivery,
    private readonly orderCodes: OrderCodeSms,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @MessagePattern('rpc.notification.email.send')
  async send(@Payload() request: CommandRequest<Name>): Promise<CommandReply<Name>> {
    const { messageId, template, to } = request;
    if (!this.delivery.isEnabled)
      throw new AppError('UNAVAILABLE', { message: 'Emails need SMTP_URL or MAIL_DIR at the notification service.' });
    try {
      await this.delivery.sendOnce({
        id: messageId,
        kind: KINDS[template] ?? 'account_notice',
        to,
        ...(request.template === 'order-code' ? { userId: request.data.userId } : {}),
        ...accountEmail(request, this.config.PUBLIC_URL),
      });
      if (request.template !== 'order-code') return { outcome: 'sent' };
      return { outcome: 'sent', isInSms: await this.orderCodes.send(request) };
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { cause });
    }
  }
}
