import { Inject, Injectable } from '@nestjs/common';
import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { NotificationConfig } from '../notification.config.js';
import type { Channel, ChannelMessage, Receiver } from './channel.js';
import { postJson } from './http.js';
import { toMobile } from './phone.js';

interface SendResponse {
  messages?: { id?: string }[];
  error?: { code?: number; message?: string };
}
const reasonOf = (response: unknown) => (response as SendResponse | undefined)?.error?.message;

/** Template messages of the WhatsApp Cloud API, to customers who have opted in. */
@Injectable()
export class WhatsAppChannel implements Channel<'whatsapp'> {
  readonly name = 'whatsapp';
  readonly isIdempotent = false;

  constructor(@Inject(CONFIG) private readonly config: NotificationConfig) {}

  isSetUp(kind: NotificationKind): boolean {
    const { WHATSAPP_ACCESS_TOKEN: token, WHATSAPP_PHONE_ID: phoneId } = this.config;
    return token !== undefined && phoneId !== undefined && this.templateOf(kind) !== undefined;
  }

  templateOf(kind: NotificationKind): string | undefined {
    return this.config.WHATSAPP_TEMPLATES[kind];
  }

  addressOf({ phone }: Receiver): string | undefined {
    return toMobile(phone);
  }

  async send({ id, kind, to, content }: ChannelMessage<'whatsapp'>): Promise<{ providerId?: string }> {
    const { WHATSAPP_API_URL, WHATSAPP_PHONE_ID = '', WHATSAPP_ACCESS_TOKEN = '', WHATSAPP_LANGUAGE } = this.config;
    const text = (value: string) => ({ type: 'text', text: value });
    const body = content.variables.length > 0 ? [{ type: 'body', parameters: content.variables.map(text) }] : [];
    const button = content.button
      ? [{ type: 'button', sub_type: 'url', index: '0', parameters: [text(content.button)] }]
      : [];
    const response = (await postJson(
      `${WHATSAPP_API_URL}/${WHATSAPP_PHONE_ID}/messages`,
      { authorization: `Bearer ${WHATSAPP_ACCESS_TOKEN}` },
      {
        messaging_product: 'whatsapp',
        to,
        type: 'template',
        template: {
          name: this.templateOf(kind),
          language: { code: WHATSAPP_LANGUAGE },
          components: [...body, ...button],
        },
        // Returned with each status: it names the message even when this process stopped before it got the id.
        biz_opaque_callback_data: id,
      },
      reasonOf,
    )) as SendResponse | undefined;
    const providerId = response?.messages?.[0]?.id;
    return providerId ? { providerId } : {};
  }
}
