import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { Model } from 'mongoose';
import { NOTIFICATION, type NotificationRecord } from './notification.schema.js';

const PAGE_SIZE = 500;

type Request = CommandRequest<'rpc.notification.customer.export'>;
type Reply = CommandReply<'rpc.notification.customer.export'>;

@Injectable()
export class MessageExport {
  constructor(@InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>) {}

  /**
   * Returns one page of the messages to an account and, unless the address is not confirmed, to its address; newest
   * first.
   * @throws AppError VALIDATION_FAILED for an invalid cursor
   */
  async page({ userId, email, isEmailConfirmed, cursor }: Request): Promise<Pick<Reply, 'messages' | 'nextCursor'>> {
    const ofAccount = { filter: { userId }, index: 'userId_1' };
    const ofAddress = { filter: { to: email }, index: 'to_1' };
    const { items, nextCursor } = await findPage<NotificationRecord>(this.log, {
      filter: {},
      name: [userId, isEmailConfirmed === false ? undefined : email],
      projection: { pending: 0, steps: 0 },
      sort: { createdAt: -1, _id: -1 },
      index: isEmailConfirmed === false ? [ofAccount] : [ofAccount, ofAddress],
      limit: PAGE_SIZE,
      cursor,
      // No part of the reply.
      total: 0,
    });
    return { messages: items.map(toExported), ...(nextCursor ? { nextCursor } : {}) };
  }
}

const toExported = (record: NotificationRecord): NonNullable<Reply['messages']>[number] => {
  const { kind, to, channel, state, orderNumber, createdAt, sentAt } = record;
  return {
    kind,
    to,
    ...(channel ? { channel } : {}),
    state,
    ...(orderNumber ? { orderNumber } : {}),
    createdAt: createdAt.toISOString(),
    ...(sentAt ? { sentAt: sentAt.toISOString() } : {}),
  };
};
