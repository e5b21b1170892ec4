import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { isValidObjectId, type Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { createSecret, hashSecret } from '../sessions/refresh-token.js';
import { Sessions } from '../sessions/sessions.service.js';
import { PASSWORD_RESET_INTERVAL_MS, PASSWORD_RESET_VALID_MINUTES, type UserConfig } from '../user.config.js';
import { LoginFailures } from './login-failures.js';
import { hashPassword } from './passwords.js';

const EMAIL_DEADLINE_MS = 20_000;

/**
 * The token is the account's id and a secret of which only the hash is stored; an account's newest link is valid.
 */
@Injectable()
export class PasswordResets {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly commands: Commands,
    private readonly failures: LoginFailures,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Emails a link. The caller cannot learn whether there is an account: an unknown address makes the same single
   * write, and the email is sent after the response.
   * @param email trimmed and in lower case
   */
  async request(email: string): Promise<void> {
    const secret = createSecret();
    const now = Date.now();
    const account = await this.accounts
      .findOneAndUpdate(
        {
          email,
          $or: [
            { reset: { $exists: false } },
            { 'reset.requestedAt': { $lt: new Date(now - PASSWORD_RESET_INTERVAL_MS) } },
          ],
        },
        {
          $set: {
            reset: {
              tokenHash: hashSecret(secret),
              requestedAt: new Date(now),
              expiresAt: new Date(now + PASSWORD_RESET_VALID_MINUTES * 60_000),
            },
          },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    // Handles its own errors.
    if (account) void this.sendEmail(account, secret);
  }

  /**
   * Sets the password in one write, guarded by the token that it consumes, and ends all sessions.
   * @throws AppError RESET_TOKEN_INVALID when the token is unknown, used, replaced by a newer one, or expired
   */
  async reset(token: string, password: string): Promise<void> {
    const [id = '', secret = ''] = token.split('.');
    if (!isValidObjectId(id) || !secret) throw new AppError('RESET_TOKEN_INVALID');
    const valid = { _id: id, 'reset.tokenHash': hashSecret(secret), 'reset.expiresAt': { $gt: new Date() } };
    // Hashing a password is expensive: invalid tokens are rejected before.
    if (!(await this.accounts.exists(valid))) throw new AppError('RESET_TOKEN_INVALID');
    const account = await this.accounts
      .findOneAndUpdate(
        valid,
        { $set: { passwordHash: await hashPassword(password) }, $unset: { reset: 1 }, $inc: { sessionVersion: 1 } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (!account) throw new AppError('RESET_TOKEN_INVALID');
    await Promise.all([this.failures.clear(account.email), this.sessions.deleteEnded(account)]);
    this.logger.info({ userId: String(account._id) }, 'password reset');
  }

  /** A failed email revokes the request, so that the customer can try again at once. */
  private async sendEmail({ _id, name, email, reset }: AccountRecord, secret: string): Promise<void> {
    const userId = String(_id);
    try {
      if (!this.config.PUBLIC_URL) throw new Error('password reset emails need PUBLIC_URL');
      const link = new URL('/reset-password', this.config.PUBLIC_URL);
      // In the fragment: it reaches no server log and no other site.
      link.hash = `token=${userId}.${secret}`;
      const request = {
        messageId: `password-reset-${userId}-${reset?.requestedAt.getTime()}`,
        template: 'password-reset',
        to: email,
        data: { name, link: link.href, validMinutes: PASSWORD_RESET_VALID_MINUTES },
      } as const;
      await this.commands.request('rpc.notification.email.send', request, EMAIL_DEADLINE_MS);
      this.logger.info({ userId }, 'password reset email sent');
    } catch (error) {
      this.logger.error({ err: error, userId }, 'password reset email failed');
      await this.accounts
        .updateOne({ _id, 'reset.tokenHash': reset?.tokenHash }, { $unset: { reset: 1 } })
        .catch(() => undefined);
    }
  }
}
