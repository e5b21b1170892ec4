import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { NotificationEntry } from '@rangavalli/contracts/entities/notification';
import { normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { findPage, type IndexedFilter } from '@rangavalli/service-kit/database/paging';
import { phonePrefixOf, startsWith } from '@rangavalli/service-kit/database/search-words';
import type { Model } from 'mongoose';
import { NOTIFICATION, type NotificationRecord } from './notification.schema.js';

const PAGE_SIZE = 50;
const OBJECT_ID = /^[0-9a-f]{24}$/;

/** The search of the delivery log. */
@Injectable()
export class NotificationLog {
  constructor(@InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>) {}

  /** Returns one page of the matching messages, newest first. */
  async list({
    q = '',
    kind,
    channel,
    state,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /notifications/admin'>['query']): Promise<
    Omit<CallResponse<'GET /notifications/admin'>, 'success'>
  > {
    const found = searchOf(q);
    const { items, ...pageInfo } = await findPage(this.log, {
      filter: {
        ...found?.filter,
        ...(kind ? { kind } : {}),
        ...(channel ? { channel } : {}),
        ...(state ? { state } : {}),
      },
      projection: { pending: 0 },
      sort: { createdAt: -1, _id: -1 },
      index: 'createdAt_-1__id_-1',
      finders: found && [found],
      limit,
      cursor,
    });
    return { notifications: items.map(toEntry), ...pageInfo };
  }
}

function searchOf(q: string): IndexedFilter<NotificationRecord> | undefined {
  if (q === '') return undefined;
  const orderNumber = normalizeOrderNumber(q);
  if (orderNumber) return { filter: { orderNumber }, index: 'orderNumber_1' };
  if (OBJECT_ID.test(q)) return { filter: { orderId: q }, index: 'orderId_1' };
  const digits = phonePrefixOf(q);
  const prefix = digits ? `91${digits}` : q.toLowerCase();
  return { filter: { receivers: { $elemMatch: startsWith(prefix) } }, index: 'receivers_1' };
}

function toEntry(record: NotificationRecord): NotificationEntry {
  const { _id, kind, to, state, channel = 'email', attempts, steps = [] } = record;
  const { orderId, orderNumber, eventId, createdAt, dueAt, sentAt, error } = record;
  return {
    id: _id,
    kind,
    to,
    state,
    channel,
    attempts,
    ...(orderId ? { orderId } : {}),
    ...(orderNumber ? { orderNumber } : {}),
    ...(eventId ? { eventId } : {}),
    createdAt: createdAt.toISOString(),
    ...(dueAt ? { dueAt: dueAt.toISOString() } : {}),
    ...(sentAt ? { sentAt: sentAt.toISOString() } : {}),
    ...(error ? { error } : {}),
    steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
  };
}
