import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { UnconfirmedAccounts } from '../accounts/unconfirmed-accounts.js';
import { untrustedFields } from '../accounts/untrusted-fields.js';
import { revokeAll } from '../accounts/revocation.js';
import { Emails } from '../emails/emails.js';
import { createLink, parseLinkToken } from '../emails/link-tokens.js';
import { removeFactorsSince } from '../second-factor/recent-factors.js';
import { Sessions } from '../sessions/sessions.service.js';
import { FACTOR_TRUST_MS, MAX_RESETS_PER_HOUR, PASSWORD_RESET_VALID_MINUTES } from '../user.config.js';
import { EmailQuotas } from './email-quota.js';
import { LoginFailures } from './login-failures.js';
import { assertAcceptablePassword } from './password-policy.js';
import { passwordFields } from './passwords.js';

/** Emailed links to set a new password. All links of an account are valid until one of them is used. */
@Injectable()
export class PasswordResets {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
    private readonly emails: Emails,
    private readonly quotas: EmailQuotas,
    private readonly failures: LoginFailures,
    private readonly sessions: Sessions,
    private readonly unconfirmed: UnconfirmedAccounts,
  ) {}

  /**
   * Emails a link. The caller cannot learn whether there is an account: before the response every address costs the
   * same writes; the account is read and the email sent afterwards.
   * @param email trimmed and in lower case
   */
  async request(email: string, visitor: Visitor): Promise<void> {
    // Handles its own errors.
    if (await this.quotas.useFrom(visitor, 'reset', email, MAX_RESETS_PER_HOUR)) void this.sendLink(email);
  }

  /**
   * Sets the password in one write, guarded by the token that it consumes, and ends all sessions. Second factors that a
   * customer added lately end too: a thief who had the password may have done it. Those of staff stay, which another
   * member of staff can remove: a mailbox alone opens no account of staff.
   * @throws AppError RESET_TOKEN_INVALID when the token is unknown, used or expired; PASSWORD_BREACHED
   */
  async reset(token: string, password: string, visitor: Visitor): Promise<void> {
    const parsed = parseLinkToken(token);
    if (!parsed) throw new AppError('RESET_TOKEN_INVALID');
    const isValid = {
      _id: parsed.id,
      resetLinks: { $elemMatch: { tokenHash: parsed.tokenHash, expiresAt: { $gt: new Date() } } },
    };
    // Hashing a password is expensive: invalid tokens are rejected before.
    const before = await this.accounts.findOne(isValid).lean<AccountRecord>();
    if (!before) throw new AppError('RESET_TOKEN_INVALID');
    assertAcceptablePassword(password, before);
    await this.unconfirmed.withdrawConsent(before);
    const { guard, increment, event } = revokeAll(before, 'reset', !before.emailVerifiedAt);
    const factors = isStaff(before.role)
      ? undefined
      : removeFactorsSince(before, new Date(Date.now() - FACTOR_TRUST_MS));
    const untrusted = untrustedFields(before);
    const account = await this.accounts
      .findOneAndUpdate(
        { ...isValid, ...guard },
        {
          // The link has reached the address.
          $set: {
            ...(await passwordFields(password)),
            emailVerifiedAt: before.emailVerifiedAt ?? new Date(),
            ...(factors && !('passkeys' in untrusted) ? factors.set : {}),
          },
          $unset: { resetLinks: 1, verificationLinks: 1, emailChange: 1, ...factors?.unset, ...untrusted },
          $inc: increment,
          $push: { outbox: { $each: [event, ...auditOfStaff(before, 'security.password_reset')] } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (!account) throw new AppError('RESET_TOKEN_INVALID');
    this.outbox.publishPending(this.accounts, account);
    const at = new Date().toISOString();
    await Promise.all([
      this.failures.clearLogin(account.email, visitor),
      this.sessions.deleteEnded(account),
      this.emails.notify(account, { template: 'password-changed', data: { at } }),
      ...(factors?.hasRemoved
        ? [this.emails.notify(account, { template: 'second-factor-changed', data: { at, change: 'removed' } })]
        : []),
    ]);
    this.logger.info({ userId: String(account._id) }, 'password reset');
  }

  /** Sends a link to an account whose address was just confirmed. */
  async sendLink(email: string): Promise<void> {
    try {
      const account = await this.accounts.findOne({ email, deletedAt: { $exists: false } }).lean<AccountRecord>();
      if (!account) return;
      const { token, record } = createLink(String(account._id), PASSWORD_RESET_VALID_MINUTES * 60_000);
      await this.accounts.updateOne(
        { _id: account._id },
        { $push: { resetLinks: { $each: [record], $slice: -MAX_RESETS_PER_HOUR.inAll } } },
      );
      const link = this.emails.linkTo('resetPassword', token);
      const data = { link, validMinutes: PASSWORD_RESET_VALID_MINUTES };
      await this.emails.send(account, { template: 'password-reset', data }, `password-reset-${record.tokenHash}`);
    } catch (error) {
      this.logger.error({ err: error }, 'password reset email failed');
    }
  }
}
