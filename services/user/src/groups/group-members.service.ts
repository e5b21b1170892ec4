import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { MAX_GROUPS_OF_CUSTOMER } from '@rangavalli/contracts/entities/customer-group';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { CustomerGroups } from './customer-groups.service.js';

const isOpen = { deletedAt: { $exists: false } };

/** Which customers are in which groups. Each write of an account includes its audit entry. */
@Injectable()
export class GroupMembers {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly groups: CustomerGroups,
    private readonly outbox: Outbox,
  ) {}

  /** Replaces the groups of a customer. Idempotent. @throws AppError NOT_FOUND; VALIDATION_FAILED for unknown groups */
  async set(userId: string, wanted: readonly string[], by: Identity): Promise<AccountRecord> {
    const ids = [...new Set(wanted)];
    const names = await this.groups.names(ids);
    if (names.size < ids.length)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { groups: 'This group no longer exists.' } } });
    for (;;) {
      const before = await this.accounts.findOne({ _id: userId, ...isOpen }).lean<AccountRecord>();
      if (!before) throw new AppError('NOT_FOUND');
      const current = before.groups ?? [];
      if (current.length === ids.length && current.every((id) => names.has(id))) return before;
      const after = await this.write(before, ids, by);
      if (after) return after;
    }
  }

  /**
   * Adds the customers with the email addresses. Idempotent.
   * @returns how many are members now that were none before, and the addresses without an account
   * @throws AppError NOT_FOUND; GROUP_LIMIT when customers are in too many groups, who were not added
   */
  async add(groupId: string, emails: readonly string[], by: Identity): Promise<{ added: number; unknown: string[] }> {
    if (!(await this.groups.names([groupId])).has(groupId)) throw new AppError('NOT_FOUND');
    const unknown: string[] = [];
    let added = 0;
    let isOverLimit = false;
    for (const email of new Set(emails)) {
      const account = await this.accounts.findOne({ email, ...isOpen }, { _id: 1 }).lean<AccountRecord>();
      const outcome = account ? await this.join(account, groupId, by) : 'unknown';
      if (outcome === 'unknown') unknown.push(email);
      else if (outcome === 'limit') isOverLimit = true;
      else if (outcome === 'added') added += 1;
    }
    if (isOverLimit)
      throw new AppError('GROUP_LIMIT', { message: `A customer is in at most ${MAX_GROUPS_OF_CUSTOMER} groups.` });
    return { added, unknown };
  }

  private async join(
    { _id }: AccountRecord,
    groupId: string,
    by: Identity,
  ): Promise<'added' | 'member' | 'limit' | 'unknown'> {
    for (;;) {
      const before = await this.accounts.findOne({ _id, ...isOpen }).lean<AccountRecord>();
      if (!before) return 'unknown';
      const current = before.groups ?? [];
      if (current.includes(groupId)) return 'member';
      if (current.length >= MAX_GROUPS_OF_CUSTOMER) return 'limit';
      if (await this.write(before, [...current, groupId], by)) return 'added';
    }
  }

  /** Returns null when the groups have changed meanwhile. */
  private async write(before: AccountRecord, ids: readonly string[], by: Identity): Promise<AccountRecord | null> {
    const names = await this.groups.names([...(before.groups ?? []), ...ids]);
    const namesOf = (groups: readonly string[] = []): string => groups.map((id) => names.get(id) ?? id).join(', ');
    const audit = createAuditEvent(by, {
      action: 'user.groups',
      subject: 'user',
      subjectId: String(before._id),
      label: before.name,
      changes: [{ field: 'groups', from: namesOf(before.groups), to: namesOf(ids) }],
    });
    const after = await this.accounts
      .findOneAndUpdate(
        { _id: before._id, groups: before.groups ?? { $exists: false }, ...isOpen },
        { $set: { groups: [...ids] }, $push: { outbox: { $each: [audit] } } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    this.outbox.publishPending(this.accounts, after);
    return after;
  }
}
