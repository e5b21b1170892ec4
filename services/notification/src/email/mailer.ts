import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { brand } from '@rangavalli/contracts/brand';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { createTransport } from 'nodemailer';
import type { Attachment } from '../channels/channel.js';
import type { NotificationConfig } from '../notification.config.js';

export interface Email {
  /** Forms the Message-ID, so that receivers recognise a repeated email. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
}

const SMTP_TIMEOUT_MS = 10_000;
/** Emails hold links that reset passwords. */
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly smtp;
  private readonly files = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  private readonly folder: string | undefined;
  private readonly from: string;

  constructor(@Inject(CONFIG) { NODE_ENV, SMTP_URL, MAIL_DIR, MAIL_FROM }: NotificationConfig) {
    this.smtp = SMTP_URL
      ? createTransport({
          url: SMTP_URL,
          // Without it, smtp:// falls back to cleartext where STARTTLS is not offered, or is removed on the way.
          requireTLS: NODE_ENV === 'production',
          pool: true,
          connectionTimeout: SMTP_TIMEOUT_MS,
          greetingTimeout: SMTP_TIMEOUT_MS,
          socketTimeout: SMTP_TIMEOUT_MS,
        })
      : undefined;
    this.folder = MAIL_DIR;
    if (MAIL_DIR) mkdirSync(MAIL_DIR, { recursive: true, mode: OWNER_ONLY_FOLDER });
    this.from = MAIL_FROM ?? `"${brand.name}" <${brand.email}>`;
  }

  get isEnabled(): boolean {
    return this.smtp !== undefined || this.folder !== undefined;
  }

  onApplicationShutdown(): void {
    this.smtp?.close();
  }

  async send({ id, to, subject, text, html, attachments = [] }: Email): Promise<void> {
    const messageId = `<${id}@${brand.email.split('@')[1] ?? 'localhost'}>`;
    const email = {
      from: this.from,
      to,
      subject,
      text,
      ...(html ? { html } : {}),
      messageId,
      attachments: [...attachments],
    };
    if (this.smtp) await this.smtp.sendMail(email);
    else if (this.folder) {
      const { message } = await this.files.sendMail(email);
      const file = join(this.folder, `${id}.eml`);
      // Readers of the folder never see half a file.
      await writeFile(`${file}.part`, message as Buffer, { mode: OWNER_ONLY_FILE });
      await rename(`${file}.part`, file);
    }
  }
}
