import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { revokeAll } from '../accounts/revocation.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { Emails } from '../emails/emails.js';
import { type IssuedToken, Sessions } from '../sessions/sessions.service.js';
import { Tokens } from '../tokens/tokens.js';
import { LoginFailures } from './login-failures.js';
import { assertAcceptablePassword } from './password-policy.js';
import { passwordFields, verifyPassword } from './passwords.js';

@Injectable()
export class PasswordChanges {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly account: AccountsService,
    private readonly outbox: Outbox,
    private readonly failures: LoginFailures,
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly emails: Emails,
  ) {}

  /**
   * Ends all sessions and starts a new one.
   * @throws AppError WRONG_PASSWORD; PASSWORD_BREACHED; RATE_LIMITED after too many wrong ones in this session;
   *   UNAUTHENTICATED when the account is gone
   */
  async change(
    { id, sessionId }: Identity,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    device: string,
  ): Promise<{ token: string; refreshToken: IssuedToken }> {
    const before = await this.account.get(id);
    await this.failures.countProof(sessionId);
    if (!(await verifyPassword(before.passwordHash, currentPassword))) throw new AppError('WRONG_PASSWORD');
    assertAcceptablePassword(newPassword, before, 'newPassword');
    const { guard, increment, event } = revokeAll(before, 'password_changed');
    // Guarded by the hash that was verified: the second of two simultaneous changes fails. Pending resets and
    // changes of the address end too: a thief may have requested them.
    const changed = await this.accounts
      .findOneAndUpdate(
        { _id: before._id, passwordHash: before.passwordHash, ...guard },
        {
          $set: await passwordFields(newPassword),
          $unset: { resetLinks: 1, emailChange: 1 },
          $inc: increment,
          $push: { outbox: { $each: [event, ...auditOfStaff(before, 'security.password')] } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (!changed) throw new AppError('WRONG_PASSWORD');
    this.outbox.publishPending(this.accounts, changed);
    const [refreshToken] = await Promise.all([
      this.sessions.start(changed, device),
      this.sessions.deleteEnded(changed),
      this.failures.clearProof(sessionId),
      this.emails.notify(changed, { template: 'password-changed', data: { at: new Date().toISOString(), device } }),
    ]);
    return { token: await this.tokens.issue(changed, refreshToken.id), refreshToken };
  }
}
