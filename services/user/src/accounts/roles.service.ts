import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Role, User } from '@rangavalli/contracts/entities/user';
import { AppError } from '@rangavalli/service-kit/app-error';
import { auditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord, toUser } from './account.schema.js';

/** Who is an admin. A new role counts from the person's next token on, within `ACCESS_TOKEN_TTL_S`. */
@Injectable()
export class Roles {
  constructor(
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Gives somebody a role. What they have already stays unwritten, and is told to nobody.
   * @throws AppError FORBIDDEN for one's own role (the shop is never without an admin); NOT_FOUND
   */
  async give(by: Identity, id: string, role: Role): Promise<Omit<User, 'orders'>> {
    if (by.id === id)
      throw new AppError('FORBIDDEN', { message: 'Nobody changes their own role. Please ask another admin.' });
    const before = await this.accounts.findById(id).lean<AccountRecord>();
    if (!before) throw new AppError('NOT_FOUND');
    if (before.role === role) return toUser(before);
    const event = auditEvent(by, {
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
        { returnDocument: 'after' },
      )
      .lean<AccountRecord>();
    // Somebody else gave the role in between: there are but two.
    if (!after) return toUser({ ...before, role });
    this.outbox.tell(this.accounts, after);
    return toUser(after);
  }
}
