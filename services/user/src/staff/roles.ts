import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Role, StaffMember, User } from '@rangavalli/contracts/entities/user';
import { hasPermission, isStaff, type Permission, roles, staffRoles } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, hasSecondFactor, toUser } from '../accounts/account.schema.js';
import { revokeAll } from '../accounts/revocation.js';
import { Emails } from '../emails/emails.js';
import { FACTOR_FIELDS } from '../second-factor/recent-factors.js';
import { Sessions } from '../sessions/sessions.service.js';

/** One of several simultaneous writers wins each time. */
const MAX_ATTEMPTS = 50;
/** Without pages: a shop of this kind has some dozen members of staff. The newest come first. */
const MAX_LISTED = 500;

const isOpen = { deletedAt: { $exists: false } };

@Injectable()
export class Roles {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
    private readonly sessions: Sessions,
    private readonly emails: Emails,
  ) {}

  /**
   * Sets a role and ends all sessions of the account: their rights end with the event that reaches every gateway.
   * @throws AppError FORBIDDEN for one's own role, or when the caller's own rights have ended; NOT_FOUND; LAST_OWNER;
   *   STAFF_PASSWORD_NEEDED when a customer's password is too short for staff
   */
  async set(by: Identity, id: string, role: Role): Promise<Omit<User, 'orders'>> {
    if (by.id === id)
      throw new AppError('FORBIDDEN', { message: 'You cannot change your own role. Another owner can.' });
    await this.withPresentRole(by, 'staff.write');
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const before = await this.accounts.findOne({ _id: id, ...isOpen }).lean<AccountRecord>();
      if (!before) throw new AppError('NOT_FOUND');
      if (before.role === role) return toUser(before);
      if (isStaff(role) && !isStaff(before.role) && !before.isStaffPassword)
        throw new AppError('STAFF_PASSWORD_NEEDED');
      const after = await this.write(by, before, role);
      if (!after) continue;
      if (before.role === 'owner' && !(await this.hasOwner())) {
        // Two owners demoted each other at the same time.
        await this.write('system', after, 'owner');
        throw new AppError('LAST_OWNER');
      }
      await Promise.all([
        this.sessions.deleteEnded(after),
        this.emails.notify(after, { template: 'role-changed', data: { at: new Date().toISOString(), role } }),
      ]);
      return toUser(after);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** @throws AppError NOT_FOUND; FORBIDDEN for staff without the permission `staff.write` */
  async endSessions(by: Identity, id: string): Promise<void> {
    await this.secure(by, id, 'session.ended');
  }

  /**
   * Removes the second factors and recovery codes of somebody who has lost them, or whom a thief keeps out with them,
   * and ends all sessions. The password stays: support alone gives nobody a way into an account. Repeating it changes
   * nothing.
   * @throws AppError NOT_FOUND; FORBIDDEN for one's own account, for staff without the permission `staff.write`, or
   *   when the caller's own rights have ended
   */
  async removeSecondFactor(by: Identity, id: string): Promise<void> {
    if (by.id === id)
      throw new AppError('FORBIDDEN', { message: 'You can remove your own second factor on your security page.' });
    const caller = await this.withPresentRole(by, 'customers.write');
    const account = await this.secure(caller, id, 'security.second_factor_removed', FACTOR_FIELDS);
    const data = { at: new Date().toISOString(), change: 'removed' } as const;
    if (account) await this.emails.notify(account, { template: 'second-factor-changed', data });
  }

  /** Ends all sessions of another person. Returns undefined when there is no second factor to unset. */
  private async secure(
    by: Identity,
    id: string,
    action: 'session.ended' | 'security.second_factor_removed',
    unset?: typeof FACTOR_FIELDS,
  ): Promise<AccountRecord | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const account = await this.accounts.findOne({ _id: id, ...isOpen }).lean<AccountRecord>();
      if (!account) throw new AppError('NOT_FOUND');
      if (isStaff(account.role) && !hasPermission(by.role, 'staff.write')) throw new AppError('FORBIDDEN');
      if (unset && !hasSecondFactor(account)) return undefined;
      const { guard, increment, event } = revokeAll(account, 'logged_out');
      const audit = createAuditEvent(by, { action, subject: 'user', subjectId: id, label: account.name, changes: [] });
      const ended = await this.accounts
        .findOneAndUpdate(
          { _id: account._id, ...guard },
          { ...(unset ? { $unset: unset } : {}), $inc: increment, $push: { outbox: { $each: [event, audit] } } },
          { returnDocument: 'after', runValidators: true },
        )
        .lean<AccountRecord>();
      if (!ended) continue;
      this.outbox.publishPending(this.accounts, ended);
      await this.sessions.deleteEnded(ended);
      return ended;
    }
    throw new AppError('UNAVAILABLE');
  }

  async listStaff(): Promise<StaffMember[]> {
    const staff = await this.accounts
      .find(
        { role: { $in: staffRoles }, ...isOpen },
        { name: 1, email: 1, role: 1, 'totp.confirmedAt': 1, 'passkeys.id': 1, lastLoginAt: 1, createdAt: 1 },
      )
      .sort({ createdAt: -1 })
      .limit(MAX_LISTED)
      .lean<AccountRecord[]>();
    return staff.flatMap((account) => {
      const { _id, name, email, role, lastLoginAt, createdAt } = account;
      if (!isStaff(role)) return [];
      return [
        {
          _id: String(_id),
          name,
          email,
          staffRole: role,
          hasSecondFactor: hasSecondFactor(account),
          ...(lastLoginAt ? { lastLoginAt: lastLoginAt.toISOString() } : {}),
          createdAt: createdAt.toISOString(),
        },
      ];
    });
  }

  /** Whether an owner other than this account exists who stays: accounts that will be deleted do not count. */
  async hasOwner(exceptId?: string): Promise<boolean> {
    const others = exceptId ? { _id: { $ne: exceptId } } : {};
    return (await this.accounts.exists({ role: 'owner', ...others, ...isOpen, deletion: { $exists: false } })) !== null;
  }

  /** The role in the caller's token may have ended a moment ago. @throws AppError FORBIDDEN */
  private async withPresentRole(by: Identity, permission: Permission): Promise<Identity> {
    const account = await this.accounts.findOne({ _id: by.id, ...isOpen }, { role: 1 }).lean<AccountRecord>();
    if (!account || !hasPermission(account.role, permission)) throw new AppError('FORBIDDEN');
    return { ...by, role: account.role };
  }

  /** Returns null when the account has changed meanwhile. */
  private async write(by: Identity | 'system', before: AccountRecord, role: Role): Promise<AccountRecord | null> {
    const isDemotion = roles.indexOf(role) > roles.indexOf(before.role);
    const { guard, increment, event } = revokeAll(before, isDemotion ? 'demoted' : 'promoted');
    const audit = createAuditEvent(by, {
      action: 'user.role',
      subject: 'user',
      subjectId: String(before._id),
      label: before.name,
      changes: [{ field: 'role', from: before.role, to: role }],
    });
    const after = await this.accounts
      .findOneAndUpdate(
        { _id: before._id, role: before.role, ...guard },
        { $set: { role }, $inc: increment, $push: { outbox: { $each: [event, audit] } } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    this.outbox.publishPending(this.accounts, after);
    return after;
  }
}
