import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { NotificationEntry } from '@rangavalli/contracts/entities/notification';
import { notificationChannels, notificationKindNames } from '@rangavalli/contracts/notification-kinds';
import { normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { findPage, type IndexedFilter } from '@rangavalli/service-kit/database/paging';
import { phonePrefixOf, startsWith } from '@rangavalli/service-kit/database/search-words';
import type { Model, QueryFilter } from 'mongoose';
import { NOTIFICATION, type NotificationRecord } from './notification.schema.js';

const PAGE_SIZE = 50;
const OBJECT_ID = /^[0-9a-f]{24}$/;
const INDEX_OF_TIME = 'createdAt_-1__id_-1';
const INDEX_OF_KIND = `kind_1_channel_1_${INDEX_OF_TIME}`;
const INDEX_OF_STATE = `state_1_${INDEX_OF_TIME}`;

type Query = CallInput<'GET /notifications/admin'>['query'];
type Filter = QueryFilter<NotificationRecord>;

/** The search of the delivery log. */
@Injectable()
export class NotificationLog {
  constructor(@InjectModel(NOTIFICATION) private readonly log: Model<NotificationRecord>) {}

  /** Returns one page of the matching messages, newest first. */
  async list({
    q = '',
    limit = PAGE_SIZE,
    cursor,
    ...conditions
  }: Query): Promise<Omit<CallResponse<'GET /notifications/admin'>, 'success'>> {
    const found = searchOf(q);
    const { filter, index } = orderOf(conditions);
    const { items, ...pageInfo } = await findPage(this.log, {
      filter: { ...found?.filter, ...filter },
      projection: { pending: 0 },
      sort: { createdAt: -1, _id: -1 },
      index,
      finders: found && [found],
      limit,
      cursor,
    });
    return { notifications: items.map(toEntry), ...pageInfo };
  }
}

/**
 * Returns the filter with the index that has the order of the list, or its alternatives in such an index. Most messages
 * are `sent`: by time, a page of these is found at once.
 */
function orderOf({ kind, channel, state }: Pick<Query, 'kind' | 'channel' | 'state'>): {
  filter: Filter;
  index: string | IndexedFilter<NotificationRecord>[];
} {
  const filter = { ...(kind ? { kind } : {}), ...(channel ? { channel } : {}), ...(state ? { state } : {}) };
  const alternatives = (filters: Filter[]) => filters.map((one) => ({ filter: one, index: INDEX_OF_KIND }));
  if (state && state !== 'sent') return { filter, index: INDEX_OF_STATE };
  if (kind && channel) return { filter, index: INDEX_OF_KIND };
  if (kind) {
    const channels = [...notificationChannels, { $exists: false }];
    return { filter, index: alternatives(channels.map((one) => ({ channel: one }))) };
  }
  if (channel) {
    // The count needs the kinds for the index.
    const kinds = { $in: notificationKindNames };
    return { filter: { ...filter, kind: kinds }, index: alternatives(kinds.$in.map((one) => ({ kind: one }))) };
  }
  return { filter, index: INDEX_OF_TIME };
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
