import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord, pastEmailsOf } from '../accounts/account.schema.js';
import { revokeAll } from '../accounts/revocation.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { PasswordResets } from '../passwords/password-resets.js';
import { passwordFields } from '../passwords/passwords.js';
import { removeFactorsSince } from '../second-factor/recent-factors.js';
import { Sessions } from '../sessions/sessions.service.js';
import { EMAIL_UNDO_VALID_MS } from '../user.config.js';
import { parseLinkToken } from './link-tokens.js';

/** Undoes changes of an email address that its owner did not make. */
@Injectable()
export class EmailUndo {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
    private readonly sessions: Sessions,
    private readonly resets: PasswordResets,
  ) {}

  /**
   * Restores the address. The person who changed it knew the password and may have added second factors or requested
   * the deletion, before or after the change: all sessions, the password, the phone number, decisions about
   * notifications, and factors and a request that are not 72 hours older than the change end too, and the restored
   * address gets a reset link. Earlier changes can still be undone: the thief may have made this one to hide them.
   * @throws AppError EMAIL_LINK_INVALID
   */
  async undo(token: string): Promise<void> {
    const parsed = parseLinkToken(token);
    if (!parsed) throw new AppError('EMAIL_LINK_INVALID');
    const isValid = {
      _id: parsed.id,
      previousEmails: { $elemMatch: { tokenHash: parsed.tokenHash, expiresAt: { $gt: new Date() } } },
    };
    const account = await this.accounts.findOne(isValid).lean<AccountRecord>();
    const changes = account?.previousEmails ?? [];
    const index = changes.findIndex(({ tokenHash }) => tokenHash === parsed.tokenHash);
    const previous = changes[index];
    if (!account || !previous) throw new AppError('EMAIL_LINK_INVALID');
    const earlier = changes.slice(0, index);
    const changedAt = previous.expiresAt.getTime() - EMAIL_UNDO_VALID_MS;
    const trustedBefore = new Date(changedAt - EMAIL_UNDO_VALID_MS);
    const factors = removeFactorsSince(account, trustedBefore);
    const undone = changes.slice(index).map(({ email }) => email);
    const pastEmails = pastEmailsOf(account).filter((email) => !undone.includes(email));
    const { guard, increment, event } = revokeAll(account, 'reset', true);
    const audit = auditOfStaff(account, 'account.email_undone', [
      { field: 'email', from: account.email, to: previous.email },
    ]);
    try {
      const restored = await this.accounts
        .findOneAndUpdate(
          { ...isValid, ...guard },
          {
            $set: {
              email: previous.email,
              emailVerifiedAt: new Date(),
              ...(await passwordFields(randomUUID())),
              ...factors.set,
              ...(pastEmails.length > 0 ? { pastEmails } : {}),
              ...(earlier.length > 0 ? { previousEmails: earlier } : {}),
            },
            $unset: {
              ...(earlier.length > 0 ? {} : { previousEmails: 1 }),
              ...(pastEmails.length > 0 ? {} : { pastEmails: 1 }),
              phone: 1,
              phoneDigits: 1,
              emailChange: 1,
              verificationLinks: 1,
              resetLinks: 1,
              ...factors.unset,
              ...(account.deletion && account.deletion.requestedAt >= trustedBefore ? { deletion: 1 } : {}),
            },
            $inc: increment,
            $push: { outbox: { $each: [event, ...audit] } },
          },
          { returnDocument: 'after', runValidators: true },
        )
        .lean<AccountRecord>();
      if (!restored) throw new AppError('EMAIL_LINK_INVALID');
      this.outbox.publishPending(this.accounts, restored);
      await this.sessions.deleteEnded(restored);
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('EMAIL_LINK_INVALID');
      throw error;
    }
    this.logger.warn({ userId: parsed.id }, 'change of an email address undone');
    void this.resets.sendLink(previous.email);
  }
}
