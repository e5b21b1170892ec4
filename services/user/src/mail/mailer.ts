import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { brand } from '@rangavalli/contracts/brand';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { createTransport } from 'nodemailer';
import type { UserConfig } from '../user.config.js';

export interface Letter {
  to: string;
  /** The same for the same letter: it makes the Message-ID, by which receivers know a repeated one. */
  id: string;
  subject: string;
  text: string;
}

/** A mail server that says nothing for so long is given up, ms. */
const TIMEOUT_MS = 10_000;

/** Sends letters by SMTP, or lays them into a folder where there is no mail server. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly smtp;
  private readonly writer = createTransport({ streamTransport: true, buffer: true, newline: 'crlf' });
  private readonly folder: string | undefined;
  private readonly from: string;

  constructor(@Inject(CONFIG) { SMTP_URL, MAIL_DIR, MAIL_FROM }: UserConfig) {
    this.smtp = SMTP_URL
      ? createTransport({ url: SMTP_URL, pool: true, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
      : undefined;
    this.folder = MAIL_DIR;
    this.from = MAIL_FROM ?? `"${brand.name}" <${brand.email}>`;
  }

  /** Whether letters go anywhere. */
  get isOpen(): boolean {
    return this.smtp !== undefined || this.folder !== undefined;
  }

  onApplicationShutdown(): void {
    this.smtp?.close();
  }

  /** @throws Error when the mail server did not take it, or the file could not be written */
  async send({ to, id, subject, text }: Letter): Promise<void> {
    const message = { from: this.from, to, subject, text, messageId: `<${id}@${brand.email.split('@')[1] ?? 'localhost'}>` };
    if (this.smtp) {
      await this.smtp.sendMail(message);
      return;
    }
    const { folder } = this;
    if (!folder) return;
    const { message: bytes } = await this.writer.sendMail(message);
    const file = join(folder, `${id}.eml`);
    const part = `${file}.part`;
    await writeFile(part, bytes as Buffer).catch(async () => {
      // The first letter of all makes the folder.
      await mkdir(folder, { recursive: true });
      await writeFile(part, bytes as Buffer);
    });
    await rename(part, file);
  }
}
