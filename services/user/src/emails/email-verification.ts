import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord, pastEmailsOf, type LinkRecord } from '../accounts/account.schema.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { EmailQuotas } from '../passwords/email-quota.js';
import {
  EMAIL_LINK_VALID_MS,
  EMAIL_UNDO_VALID_MS,
  MAX_EMAIL_CHANGES_PER_HOUR,
  MAX_EMAILS_PER_HOUR,
} from '../user.config.js';
import { Emails } from './emails.js';
import { createLink, parseLinkToken } from './link-tokens.js';

/** More changes wait: each keeps its undo link, and none may push an older one out. */
const MAX_UNDOABLE_CHANGES = 3;
const validMinutes = (ms: number): number => ms / 60_000;

/** Confirms addresses, of new accounts and of changes. */
@Injectable()
export class EmailVerification {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
    private readonly emails: Emails,
    private readonly quotas: EmailQuotas,
  ) {}

  /** An address whose change can still be undone belongs to its account. @throws AppError EMAIL_TAKEN */
  async assertNotReserved(email: string): Promise<void> {
    const isUndoable = { email, expiresAt: { $gt: new Date() } };
    if (await this.accounts.exists({ 'previousEmails.email': email, previousEmails: { $elemMatch: isUndoable } }))
      throw new AppError('EMAIL_TAKEN');
  }

  /** After the response; a failed email can be requested again by the customer. */
  sendAfterRegistration(account: AccountRecord): void {
    void this.send(account).catch((error: unknown) =>
      this.logger.error({ err: error, userId: String(account._id) }, 'email verification failed to send'),
    );
  }

  /**
   * Sends the link again. Does nothing for a verified address.
   * @throws AppError RATE_LIMITED after three emails in an hour; UNAVAILABLE
   */
  async send(account: AccountRecord): Promise<void> {
    if (account.emailVerifiedAt) return;
    if (!(await this.quotas.use('verification', account.email))) throw new AppError('RATE_LIMITED');
    const { token, record } = createLink(String(account._id), EMAIL_LINK_VALID_MS);
    await this.accounts.updateOne(
      { _id: account._id },
      { $push: { verificationLinks: { $each: [record], $slice: -MAX_EMAILS_PER_HOUR } } },
    );
    await this.sendLink(account, token, record.tokenHash);
  }

  /**
   * Starts the change of an address, which takes effect with the link in the email.
   * @throws AppError EMAIL_TAKEN; RATE_LIMITED; UNAVAILABLE
   */
  async requestChange(account: AccountRecord, email: string, visitor: Visitor): Promise<void> {
    if (email === account.email) throw new AppError('VALIDATION_FAILED', unchanged);
    await this.countChange(account, visitor);
    if (await this.accounts.exists({ email })) throw new AppError('EMAIL_TAKEN');
    await this.assertNotReserved(email);
    if (undoable(account).length >= MAX_UNDOABLE_CHANGES || !(await this.quotas.use('change', email)))
      throw new AppError('RATE_LIMITED');
    const { token, record } = createLink(String(account._id), EMAIL_LINK_VALID_MS);
    await this.accounts.updateOne({ _id: account._id }, { $set: { emailChange: { ...record, email } } });
    await this.sendLink({ ...account, email, emailVerifiedAt: undefined }, token, record.tokenHash);
  }

  /**
   * Confirms the address of the link, and changes the account's when it is a new one.
   * @returns the address
   * @throws AppError EMAIL_LINK_INVALID; EMAIL_TAKEN; UNAVAILABLE when the old address could not be notified
   */
  async confirm(token: string): Promise<string> {
    const parsed = parseLinkToken(token);
    if (!parsed) throw new AppError('EMAIL_LINK_INVALID');
    const { id: _id, tokenHash } = parsed;
    const isValid = { tokenHash, expiresAt: { $gt: new Date() } };
    const verified = await this.accounts
      .findOneAndUpdate(
        { _id, verificationLinks: { $elemMatch: isValid } },
        { $set: { emailVerifiedAt: new Date() }, $unset: { verificationLinks: 1 } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (verified) return verified.email;
    const changing = await this.accounts
      .findOne({ _id, 'emailChange.tokenHash': tokenHash, 'emailChange.expiresAt': isValid.expiresAt })
      .lean<AccountRecord>();
    if (!changing?.emailChange) throw new AppError('EMAIL_LINK_INVALID');
    await this.change(changing, changing.emailChange);
    return changing.emailChange.email;
  }

  /** Before the address is looked up: a refusal must not reveal whether it is taken. @throws AppError RATE_LIMITED */
  private async countChange({ _id }: AccountRecord, { network }: Visitor): Promise<void> {
    const isWithinQuota = await Promise.all([
      this.quotas.use('change-by-account', String(_id), MAX_EMAIL_CHANGES_PER_HOUR),
      this.quotas.use('change-by-network', network, MAX_EMAIL_CHANGES_PER_HOUR),
    ]);
    if (isWithinQuota.includes(false)) throw new AppError('RATE_LIMITED');
  }

  /**
   * The present address is notified first: without that email nothing changes. One that was never confirmed may belong
   * to somebody else: it is neither notified nor reserved.
   */
  private async change(
    account: AccountRecord,
    { email, tokenHash }: NonNullable<AccountRecord['emailChange']>,
  ): Promise<void> {
    await this.assertNotReserved(email);
    const present = account.emailVerifiedAt ? [await this.notifyPrevious(account)] : [];
    const previousEmails = [...undoable(account), ...present];
    const pastEmails = pastEmailsOf({
      ...account,
      email,
      previousEmails: [...(account.previousEmails ?? []), ...present],
    });
    const audit = auditOfStaff(account, 'account.email', [{ field: 'email', from: account.email, to: email }]);
    try {
      const changed = await this.accounts
        .findOneAndUpdate(
          {
            _id: account._id,
            email: account.email,
            emailVerifiedAt: account.emailVerifiedAt ?? { $exists: false },
            'emailChange.tokenHash': tokenHash,
          },
          {
            $set: {
              email,
              emailVerifiedAt: new Date(),
              ...(previousEmails.length > 0 ? { previousEmails } : {}),
              ...(pastEmails.length > 0 ? { pastEmails } : {}),
            },
            $unset: { emailChange: 1, verificationLinks: 1, resetLinks: 1 },
            ...(audit.length > 0 ? { $push: { outbox: { $each: audit } } } : {}),
          },
          { returnDocument: 'after', runValidators: true },
        )
        .lean<AccountRecord>();
      if (!changed) throw new AppError('EMAIL_LINK_INVALID');
      this.outbox.publishPending(this.accounts, changed);
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('EMAIL_TAKEN');
      throw error;
    }
  }

  /** Emails the link that undoes the change. @throws AppError UNAVAILABLE */
  private async notifyPrevious(account: AccountRecord): Promise<LinkRecord & { email: string }> {
    const { token, record } = createLink(String(account._id), EMAIL_UNDO_VALID_MS);
    const data = {
      link: this.emails.linkTo('undoEmailChange', token),
      validMinutes: validMinutes(EMAIL_UNDO_VALID_MS),
      at: new Date().toISOString(),
    };
    await this.emails.send(account, { template: 'email-changed', data }, `email-changed-${record.tokenHash}`);
    return { ...record, email: account.email };
  }

  private async sendLink(
    recipient: Pick<AccountRecord, 'email' | 'name'> & { emailVerifiedAt?: Date | undefined },
    token: string,
    tokenHash: string,
  ): Promise<void> {
    const data = { link: this.emails.linkTo('confirmEmail', token), validMinutes: validMinutes(EMAIL_LINK_VALID_MS) };
    await this.emails.send(recipient, { template: 'email-verification', data }, `email-verification-${tokenHash}`);
  }
}

const undoable = ({ previousEmails = [] }: Pick<AccountRecord, 'previousEmails'>) =>
  previousEmails.filter(({ expiresAt }) => expiresAt > new Date());

const unchanged = { details: { fields: { email: 'This is your present address.' } } };
