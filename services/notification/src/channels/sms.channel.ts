import { Inject, Injectable } from '@nestjs/common';
import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { NotificationConfig } from '../notification.config.js';
import { type Channel, ChannelError, type ChannelMessage, type Receiver } from './channel.js';
import { postJson } from './http.js';
import { toMobile } from './phone.js';

interface FlowResponse {
  type?: string;
  message?: string;
}
const reasonOf = (response: unknown) => (response as FlowResponse | undefined)?.message;

/** SMS by the flow API of MSG91, which fills in a template that is registered with the operators (DLT). */
@Injectable()
export class SmsChannel implements Channel<'sms'> {
  readonly name = 'sms';
  readonly isIdempotent = false;

  constructor(@Inject(CONFIG) private readonly config: NotificationConfig) {}

  isSetUp(kind: NotificationKind): boolean {
    return this.config.MSG91_AUTH_KEY !== undefined && this.templateOf(kind) !== undefined;
  }

  templateOf(kind: NotificationKind): string | undefined {
    return this.config.SMS_TEMPLATES[kind];
  }

  addressOf({ phone }: Receiver): string | undefined {
    return toMobile(phone);
  }

  async send({ id, kind, to, content }: ChannelMessage<'sms'>): Promise<{ providerId?: string }> {
    const variables = content.variables.map((value, index) => [`VAR${index + 1}`, value] as const);
    const response = (await postJson(
      `${this.config.MSG91_API_URL}/api/v5/flow/`,
      { authkey: this.config.MSG91_AUTH_KEY ?? '' },
      {
        template_id: this.templateOf(kind),
        // Operators accept 30 characters for a variable: MSG91 replaces the link by a short one.
        short_url: content.hasLink ? '1' : '0',
        // Returned in the delivery report.
        recipients: [{ mobiles: to, ...Object.fromEntries(variables), CRQID: id }],
      },
      reasonOf,
    )) as FlowResponse | undefined;
    // Errors come with status 200 too.
    if (response?.type !== 'success') throw new ChannelError('rejected', reasonOf(response) ?? 'not accepted');
    return response.message ? { providerId: response.message } : {};
  }
}
