import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { passwordReset } from '../templates/password-reset.js';
import { EmailDelivery } from './email-delivery.service.js';

type Name = 'rpc.notification.email.send';

@Controller()
export class EmailController {
  constructor(private readonly delivery: EmailDelivery) {}

  @MessagePattern('rpc.notification.email.send')
  async send(@Payload() { messageId, template, to, data }: CommandRequest<Name>): Promise<CommandReply<Name>> {
    if (!this.delivery.isEnabled)
      throw new AppError('UNAVAILABLE', { message: 'Emails need SMTP_URL or MAIL_DIR at the notification service.' });
    try {
      return { outcome: await this.delivery.sendOnce({ id: messageId, template, to, ...passwordReset(data) }) };
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { cause });
    }
  }
}
