import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { brand } from '@rangavalli/contracts/brand';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { encode, wrap } from 'nodemailer/lib/qp';
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
  private readonly folder: string | undefined;
  private readonly from: string;

  constructor(@Inject(CONFIG) { SMTP_URL, MAIL_DIR, MAIL_FROM }: UserConfig) {
    this.smtp = SMTP_URL
      ? createTransport({
          url: SMTP_URL,
          pool: true,
          connectionTimeout: TIMEOUT_MS,
          greetingTimeout: TIMEOUT_MS,
          socketTimeout: TIMEOUT_MS,
        })
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
    const message = {
      from: this.from,
      to,
      subject,
      text,
      messageId: `<${id}@${brand.email.split('@')[1] ?? 'localhost'}>`,
    };
    if (this.smtp) {
      await this.smtp.sendMail(message);
      return;
    }
    if (this.folder) layInto(this.folder, `${id}.eml`, compose(message));
  }
}

/** A letter as it is sent, in one piece: nodemailer's headers and encoding without its row of streams, which costs three times the CPU. */
function compose(message: { from: string; to: string; subject: string; text: string; messageId: string }): string {
  const letter = new MailComposer(message).compile().setHeader('Content-Transfer-Encoding', 'quoted-printable');
  return `${letter.buildHeaders()}\r\n\r\n${wrap(encode(message.text))}`.replaceAll('\r\n', '\n');
}

/** Whole or not at all. Not by the threads for files: to go there and back costs three times what writing a kilobyte does. */
function layInto(folder: string, name: string, letter: string): void {
  const file = join(folder, name);
  const part = `${file}.part`;
  try {
    writeFileSync(part, letter);
  } catch {
    // The first letter of all makes the folder.
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, letter);
  }
  renameSync(part, file);
}
