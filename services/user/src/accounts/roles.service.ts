import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Role, User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, toUser } from './account.schema.js';

@Injectable()
export class Roles {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Sets a role; it takes effect with the next token, within `ACCESS_TOKEN_TTL_S`.
   * @throws AppError FORBIDDEN for one's own role, so that the shop always has an admin; NOT_FOUND
   */
  async set(by: Identity, id: string, role: Role): Promise<Omit<User, 'orders'>> {
    if (by.id === id)
      throw new AppError('FORBIDDEN', { message: 'You cannot change your own role. Another admin can.' });
    const before = await this.accounts.findById(id).lean<AccountRecord>();
    if (!before) throw new AppError('NOT_FOUND');
    if (before.role === role) return toUser(before);
    const event = createAuditEvent(by, {
      action: 'user.role',
      subject: 'user',
      subjectId: id,
      label: before.name,
      changes: [{ field: 'role', from: before.role, to: role }],
    });
    const after = await this.accounts
      .findOneAndUpdate(
        { _id: before._id, role: before.role },
        { $set: { role }, $push: { outbox: { $each: [event] } } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<AccountRecord>();
    // Another request set it meanwhile: there are only two roles.
    if (!after) return toUser({ ...before, role });
    this.outbox.publishPending(this.accounts, after);
    return toUser(after);
  }
}
