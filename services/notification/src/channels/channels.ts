import { Injectable } from '@nestjs/common';
import type { NotificationChannel, NotificationKind } from '@rangavalli/contracts/notification-kinds';
import type { Channel } from './channel.js';
import { EmailChannel } from './email.channel.js';
import { PushChannel } from './push.channel.js';
import { SmsChannel } from './sms.channel.js';
import { WhatsAppChannel } from './whatsapp.channel.js';

type ByName = { [C in NotificationChannel]: Channel<C> };

/** Every channel by its name. */
@Injectable()
export class Channels {
  private readonly byName: ByName;

  constructor(email: EmailChannel, sms: SmsChannel, whatsapp: WhatsAppChannel, push: PushChannel) {
    this.byName = { email, sms, whatsapp, push };
  }

  get<C extends NotificationChannel>(name: C): Channel<C> {
    return this.byName[name];
  }

  isSetUp(name: NotificationChannel, kind: NotificationKind): boolean {
    return this.byName[name].isSetUp(kind);
  }
}
