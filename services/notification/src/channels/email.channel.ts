import { Injectable } from '@nestjs/common';
import { Mailer } from '../email/mailer.js';
import { type Channel, ChannelError, type ChannelMessage, type Receiver } from './channel.js';

const FIRST_PERMANENT_CODE = 550;

@Injectable()
export class EmailChannel implements Channel<'email'> {
  readonly name = 'email';
  /** By its Message-ID. */
  readonly isIdempotent = true;

  constructor(private readonly mailer: Mailer) {}

  isSetUp(): boolean {
    return this.mailer.isEnabled;
  }

  templateOf(): undefined {
    return undefined;
  }

  addressOf({ email }: Receiver): string | undefined {
    return email;
  }

  async send({ id, to, content, attachments }: ChannelMessage<'email'>): Promise<object> {
    try {
      await this.mailer.send({ id, to, ...content, ...(attachments?.length ? { attachments } : {}) });
      return {};
    } catch (cause) {
      const { responseCode, message } = cause as { responseCode?: number; message?: string };
      const isRejected = responseCode !== undefined && responseCode >= FIRST_PERMANENT_CODE;
      throw new ChannelError(isRejected ? 'rejected' : 'unavailable', message ?? 'the mail server failed', { cause });
    }
  }
}
