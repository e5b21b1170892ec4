import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { Model } from 'mongoose';
import { COMPLAINT, complaintIndexes, type ComplaintRecord } from './complaint.schema.js';
import { toComplaint } from './complaints.service.js';

/** So many of the longest messages fit into one message of NATS. */
const MAX_MESSAGES = 80;

type Reply = CommandReply<'rpc.order.customer.export'>;

@Injectable()
export class ComplaintExport {
  constructor(@InjectModel(COMPLAINT) private readonly complaints: Model<ComplaintRecord>) {}

  /**
   * Returns one complaint of an email address, without names of staff; the newest first.
   * @throws AppError VALIDATION_FAILED for an invalid cursor
   */
  async page(email: string, cursor: string | undefined): Promise<Pick<Reply, 'complaints' | 'nextCursor'>> {
    const { items, nextCursor } = await findPage<ComplaintRecord>(this.complaints, {
      filter: { email },
      projection: { outbox: 0 },
      index: complaintIndexes.ofEmail,
      limit: 1,
      cursor,
    });
    return { complaints: items.map(toExported), ...(nextCursor ? { nextCursor } : {}) };
  }
}

function toExported(record: ComplaintRecord): NonNullable<Reply['complaints']>[number] {
  const { name, email, phone, messages } = record;
  const omittedMessages = messages.length - MAX_MESSAGES;
  return {
    ...toComplaint({ ...record, messages: messages.slice(-MAX_MESSAGES) }),
    name,
    email,
    ...(phone ? { phone } : {}),
    ...(omittedMessages > 0 ? { omittedMessages } : {}),
  };
}
