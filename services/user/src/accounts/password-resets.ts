import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { isValidObjectId, type Model } from 'mongoose';
import type { Logger } from 'pino';
import { Mailer } from '../mail/mailer.js';
import { eraOf, Sessions } from '../sessions/sessions.service.js';
import type { UserConfig } from '../user.config.js';
import { ACCOUNT, type AccountRecord } from './account.schema.js';
import { LoginFailures } from './login-failures.js';
import { hashPassword } from './passwords.js';
import { resetLetter } from './reset-letter.js';

const MINUTE_MS = 60_000;
/** A link in a letter is good for so long. */
const GOOD_FOR_MINUTES = 30;
/** One letter an account in this time, so that nobody fills somebody's mailbox, ms. */
const PAUSE_MS = MINUTE_MS;
const SECRET_BYTES = 32;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * New passwords for those who forgot theirs, by a link in a letter. The token is the account's id and a secret,
 * of which only the hash is kept; the account's newest letter is the one that counts.
 */
@Injectable()
export class PasswordResets {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly mailer: Mailer,
    private readonly failures: LoginFailures,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Writes a letter to whoever has an account with this address. Nothing tells the caller whether there is one: an
   * unknown address makes the same one write, and the letter goes out after the answer.
   * @param email trimmed and in lower case
   */
  async ask(email: string): Promise<void> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const now = Date.now();
    const account = await this.accounts
      .findOneAndUpdate(
        { email, $or: [{ reset: { $exists: false } }, { 'reset.askedAt': { $lt: new Date(now - PAUSE_MS) } }] },
        {
          $set: {
            reset: {
              tokenHash: hashOf(secret),
              askedAt: new Date(now),
              expiresAt: new Date(now + GOOD_FOR_MINUTES * MINUTE_MS),
            },
          },
        },
        { returnDocument: 'after' },
      )
      .lean<AccountRecord>();
    if (account) void this.write(account, secret);
  }

  /**
   * Sets a new password in one write, guarded by the token that it uses up; it ends all sessions. Wrong passwords
   * given before are forgotten.
   * @throws AppError RESET_TOKEN_INVALID when it is unknown, used, replaced by a newer letter's, or too old
   */
  async reset(token: string, password: string): Promise<void> {
    const [id = '', secret = ''] = token.split('.');
    if (!isValidObjectId(id) || !secret) throw new AppError('RESET_TOKEN_INVALID');
    const proof = { _id: id, 'reset.tokenHash': hashOf(secret), 'reset.expiresAt': { $gt: new Date() } };
    // Asked first, for hashing a password is dear.
    if (!(await this.accounts.exists(proof))) throw new AppError('RESET_TOKEN_INVALID');
    const account = await this.accounts
      .findOneAndUpdate(
        proof,
        { $set: { passwordHash: await hashPassword(password) }, $unset: { reset: 1 }, $inc: { sessionEra: 1 } },
        { returnDocument: 'after' },
      )
      .lean<AccountRecord>();
    if (!account) throw new AppError('RESET_TOKEN_INVALID');
    await Promise.all([this.failures.clear(account.email), this.sessions.tidyUp(account._id, eraOf(account))]);
    this.logger.info({ userId: String(account._id) }, 'password set by letter');
  }

  /** A letter that could not be sent is given up, so that another one can be asked for at once. */
  private async write({ _id, name, email, reset }: AccountRecord, secret: string): Promise<void> {
    try {
      if (!this.config.PUBLIC_URL || !this.mailer.isOpen)
        throw new Error('Letters need PUBLIC_URL, and SMTP_URL or MAIL_DIR');
      const link = new URL('/reset-password', this.config.PUBLIC_URL);
      // Behind the #, so that it stands in no server's log and goes to no other site.
      link.hash = `token=${String(_id)}.${secret}`;
      await this.mailer.send({
        to: email,
        id: `password-${String(_id)}-${reset?.askedAt.getTime()}`,
        ...resetLetter(name, link.href, GOOD_FOR_MINUTES),
      });
      this.logger.info({ userId: String(_id) }, 'letter for a new password sent');
    } catch (error) {
      this.logger.error({ err: error, userId: String(_id) }, 'the letter for a new password could not be sent');
      await this.accounts
        .updateOne({ _id, 'reset.tokenHash': reset?.tokenHash }, { $unset: { reset: 1 } })
        .catch(() => undefined);
    }
  }
}
