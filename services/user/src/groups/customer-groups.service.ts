import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import {
  type CustomerGroup,
  type CustomerGroupInput,
  MAX_CUSTOMER_GROUPS,
} from '@rangavalli/contracts/entities/customer-group';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { CUSTOMER_GROUP, type CustomerGroupRecord } from './customer-group.schema.js';

const isKept = { nameKey: { $exists: true } };

/** Groups of customers, for which offers may be reserved. Each write includes its audit entry. */
@Injectable()
export class CustomerGroups {
  constructor(
    @InjectModel(CUSTOMER_GROUP) private readonly groups: Model<CustomerGroupRecord>,
    @InjectModel(ACCOUNT) private readonly accounts: Model<AccountRecord>,
    private readonly outbox: Outbox,
  ) {
    outbox.register(groups);
  }

  /** Returns all groups with the numbers of their members, which are counted up to MAX_COUNT, by name. */
  async list(): Promise<CustomerGroup[]> {
    const groups = await this.groups
      .find(isKept, { outbox: 0 })
      .sort({ nameKey: 1 })
      .limit(MAX_CUSTOMER_GROUPS)
      .lean<CustomerGroupRecord[]>();
    return Promise.all(groups.map((group) => this.describe(group)));
  }

  /** @throws AppError GROUP_NAME_TAKEN; GROUP_LIMIT */
  async create({ name, description }: CustomerGroupInput, by: Identity): Promise<CustomerGroup> {
    if ((await this.groups.countDocuments(isKept).limit(MAX_CUSTOMER_GROUPS)) >= MAX_CUSTOMER_GROUPS)
      throw new AppError('GROUP_LIMIT');
    const _id = new Types.ObjectId();
    const changes = [
      { field: 'name', to: name },
      { field: 'description', to: description },
    ];
    const group: CustomerGroupRecord = {
      _id,
      name,
      nameKey: name.toLowerCase(),
      ...(description ? { description } : {}),
      createdAt: new Date(),
      outbox: [auditOf(by, 'user.group.created', { _id, name }, changes)],
    };
    await refuseTakenName(this.groups.insertMany([group]));
    this.outbox.publishPending(this.groups, group);
    return this.describe(group);
  }

  /** @throws AppError NOT_FOUND; GROUP_NAME_TAKEN */
  async change(id: string, { name, description }: CustomerGroupInput, by: Identity): Promise<CustomerGroup> {
    for (;;) {
      const before = await this.groups.findOne({ _id: id, ...isKept }).lean<CustomerGroupRecord>();
      if (!before) throw new AppError('NOT_FOUND');
      const changes = [
        { field: 'name', from: before.name, to: name },
        { field: 'description', from: before.description, to: description },
      ];
      const audit = auditOf(by, 'user.group.changed', { _id: before._id, name }, changes);
      const guard = { name: before.name, description: before.description ?? { $exists: false } };
      const after = await refuseTakenName(
        this.groups
          .findOneAndUpdate(
            { _id: id, ...isKept, ...guard },
            {
              $set: { name, nameKey: name.toLowerCase(), ...(description ? { description } : {}) },
              ...(description ? {} : { $unset: { description: 1 } }),
              $push: { outbox: { $each: [audit] } },
            },
            { returnDocument: 'after', runValidators: true },
          )
          .lean<CustomerGroupRecord>()
          .exec(),
      );
      if (!after) continue;
      this.outbox.publishPending(this.groups, after);
      return this.describe(after);
    }
  }

  /** Ends the membership of all its customers. @throws AppError NOT_FOUND */
  async delete(id: string, by: Identity): Promise<void> {
    const found = await this.groups.findOne({ _id: id, ...isKept }, { name: 1 }).lean<CustomerGroupRecord>();
    if (!found) throw new AppError('NOT_FOUND');
    const deleted = await this.groups
      .findOneAndUpdate(
        { _id: id, ...isKept },
        {
          $set: { deletedAt: new Date() },
          $unset: { nameKey: 1 },
          $push: { outbox: { $each: [auditOf(by, 'user.group.deleted', found, [])] } },
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<CustomerGroupRecord>();
    this.outbox.publishPending(this.groups, deleted);
    // Ids of deleted groups in accounts mean nothing, should this stop half-way.
    await this.accounts.updateMany({ groups: id }, { $pull: { groups: id } });
  }

  /** Returns the names by id; unknown and deleted ones are left out. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.groups
      .find({ _id: { $in: ids }, ...isKept }, { name: 1 })
      .limit(MAX_CUSTOMER_GROUPS)
      .lean<CustomerGroupRecord[]>();
    return new Map(found.map(({ _id, name }) => [String(_id), name]));
  }

  /** Returns the groups with whether a customer is a member; without a customer nobody is. */
  async find({
    groupIds,
    userId,
  }: CommandRequest<'rpc.user.groups.get'>): Promise<CommandReply<'rpc.user.groups.get'>> {
    const [names, account] = await Promise.all([
      this.names(groupIds),
      userId
        ? this.accounts.findOne({ _id: userId, deletedAt: { $exists: false } }, { groups: 1 }).lean<AccountRecord>()
        : undefined,
    ]);
    const ofCustomer = new Set(account?.groups);
    return {
      groups: [...names].map(([groupId, name]) => ({ groupId, name, isMember: ofCustomer.has(groupId) })),
    };
  }

  private async describe({ _id, name, description, createdAt }: CustomerGroupRecord): Promise<CustomerGroup> {
    return {
      _id: String(_id),
      name,
      ...(description ? { description } : {}),
      customers: await this.accounts.countDocuments({ groups: String(_id) }).limit(MAX_COUNT),
      createdAt: createdAt.toISOString(),
    };
  }
}

const auditOf = (
  by: Identity,
  action: `user.group.${'created' | 'changed' | 'deleted'}`,
  { _id, name }: Pick<CustomerGroupRecord, '_id' | 'name'>,
  changes: readonly FieldChange[],
) => createAuditEvent(by, { action, subject: 'settings', subjectId: String(_id), label: name, changes });

async function refuseTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicateKeyError(error)) throw new AppError('GROUP_NAME_TAKEN');
    throw error;
  }
}
