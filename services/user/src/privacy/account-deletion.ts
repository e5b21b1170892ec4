import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { ACCOUNT, type AccountRecord, pastEmailsOf } from '../accounts/account.schema.js';
import { revokeAll } from '../accounts/revocation.js';
import { auditOfStaff } from '../accounts/staff-audit.js';
import { AddressesService } from '../addresses/addresses.service.js';
import { Devices } from '../devices/devices.js';
import { Emails } from '../emails/emails.js';
import { OrderSummaries } from '../orders/order-summaries.js';
import { FACTOR_FIELDS } from '../second-factor/recent-factors.js';
import { Sessions } from '../sessions/sessions.service.js';
import { Roles } from '../staff/roles.js';
import { DELETION_GRACE_MS } from '../user.config.js';
import { WishlistService } from '../wishlist/wishlist.service.js';
import { Consents } from './consents.js';

const INTERVAL_MS = 10 * 60_000;
const MAX_PER_RUN = 50;
const PRIVACY_PAGE = '/user/privacy';

/**
 * Deletes accounts after a grace period. The record stays without personal data, so that orders and invoices, which
 * tax law keeps, still have an owner.
 */
@Injectable()
export class AccountDeletion {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
    private readonly emails: Emails,
    private readonly roles: Roles,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly addresses: AddressesService,
    private readonly wishlists: WishlistService,
    private readonly orders: OrderSummaries,
    private readonly consents: Consents,
  ) {}

  /** Repeating the request keeps the date. @throws AppError LAST_OWNER */
  async request(account: AccountRecord): Promise<Date> {
    if (account.deletion) return account.deletion.dueAt;
    if (account.role === 'owner' && !(await this.roles.hasOwner(String(account._id)))) throw new AppError('LAST_OWNER');
    const requestedAt = new Date();
    const dueAt = new Date(requestedAt.getTime() + DELETION_GRACE_MS);
    const audit = auditOfStaff(account, 'account.deletion_requested');
    const scheduled = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, deletion: { $exists: false } },
        {
          $set: { deletion: { requestedAt, dueAt } },
          ...(audit.length > 0 ? { $push: { outbox: { $each: audit } } } : {}),
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (scheduled?.role === 'owner' && !(await this.roles.hasOwner())) {
      // Two owners requested it at the same time.
      await this.cancel(account);
      throw new AppError('LAST_OWNER');
    }
    this.outbox.publishPending(this.accounts, scheduled);
    if (scheduled) {
      const data = { deletesAt: dueAt.toISOString(), link: this.emails.pageOf(PRIVACY_PAGE) };
      await this.emails.notify(account, { template: 'deletion-scheduled', data });
    }
    return dueAt;
  }

  /** Does nothing without a request, or once the deletion has started. */
  async cancel({ _id }: AccountRecord): Promise<void> {
    await this.accounts.updateOne({ _id, 'deletion.startedAt': { $exists: false } }, { $unset: { deletion: 1 } });
  }

  @Repeats('account deletion', INTERVAL_MS)
  async deleteDue(): Promise<void> {
    const due = await this.accounts
      .find({ 'deletion.dueAt': { $lte: new Date() } })
      .limit(MAX_PER_RUN)
      .lean<AccountRecord[]>();
    for (const account of due) await this.delete(account);
  }

  /** Every step may be repeated: the account's own record is cleared last. */
  private async delete(account: AccountRecord): Promise<void> {
    const userId = String(account._id);
    const started = await this.accounts.updateOne(
      { _id: account._id, 'deletion.dueAt': { $lte: new Date() } },
      { $set: { 'deletion.startedAt': new Date() } },
    );
    if (started.matchedCount === 0) return;
    await Promise.all([
      this.addresses.deleteAll(userId),
      this.wishlists.deleteAll(userId),
      this.orders.deleteAll(userId),
      this.devices.removeAccount(userId),
      this.consents.close(userId),
      this.emails.notify(account, { template: 'account-deleted', data: {} }),
    ]);
    const deletedAt = new Date();
    const { guard, increment, event } = revokeAll(account, 'deleted');
    const noEmail = `${userId}@deleted.invalid`;
    const pastEmails = await this.ownPastEmails(account);
    const deleted = createEvent('user.deleted', {
      userId,
      // What others store for an address alone belongs to its owner.
      email: account.emailVerifiedAt ? account.email : noEmail,
      ...(pastEmails.length > 0 ? { pastEmails } : {}),
      deletedAt: deletedAt.toISOString(),
    });
    const cleared = await this.accounts
      .findOneAndUpdate(
        { _id: account._id, ...guard },
        {
          $set: {
            name: 'Deleted account',
            email: noEmail,
            role: 'user',
            // Matches no password.
            passwordHash: 'deleted',
            deletedAt,
          },
          $unset: {
            nameWords: 1,
            phone: 1,
            phoneDigits: 1,
            filePasswordHash: 1,
            isStaffPassword: 1,
            emailVerifiedAt: 1,
            verificationLinks: 1,
            resetLinks: 1,
            emailChange: 1,
            previousEmails: 1,
            pastEmails: 1,
            ...FACTOR_FIELDS,
            groups: 1,
            lastLoginAt: 1,
            deletion: 1,
          },
          $inc: increment,
          $push: { outbox: { $each: [event, deleted, ...auditOfStaff(account, 'account.deleted')] } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    if (!cleared) return;
    this.outbox.publishPending(this.accounts, cleared);
    await this.sessions.deleteEnded(cleared);
    this.logger.info({ userId }, 'account deleted');
  }

  /** Returns those that no other account has now: what services store for them may be of its owner. */
  private async ownPastEmails(account: AccountRecord): Promise<string[]> {
    const past = pastEmailsOf(account);
    if (past.length === 0) return [];
    const others = await this.accounts
      .find({ email: { $in: past } }, { email: 1 })
      .limit(past.length)
      .lean<Pick<AccountRecord, 'email'>[]>();
    return past.filter((email) => !others.some((other) => other.email === email));
  }
}
