import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { OrderSummary } from '@rangavalli/contracts/entities/user';
import type { EventData } from '@rangavalli/contracts/events';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { Model } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { ORDER_SUMMARY, type OrderSummaryRecord } from './order-summary.schema.js';

/** The profile shows so many of the newest orders; all of them are the order service's to list. */
const SHOWN = 100;

/** The orders of each customer as the profile shows them. Handling an event twice, or late, changes nothing. */
@Injectable()
export class OrderSummaries {
  constructor(@InjectModel(ORDER_SUMMARY) private readonly summaries: Model<OrderSummaryRecord>) {}

  /** Newest first, totals in rupees. */
  async of(userId: string): Promise<OrderSummary[]> {
    const records = await this.summaries.find({ userId, orderedAt: { $exists: true } }).sort({ orderedAt: -1 }).limit(SHOWN).lean<OrderSummaryRecord[]>();
    return records.map(({ _id, orderedAt, totalPaise, status }) => ({
      orderId: _id, orderedAt: (orderedAt ?? new Date(0)).toISOString(), totalAmount: paiseToRupees(totalPaise ?? 0), status,
    }));
  }

  /**
   * A new order; its status stays what a later change has made of it.
   * @param claim takes its letter of confirmation on in the same write, where nothing is known of the order yet
   * @returns whether the letter is the caller's to send by this
   */
  async placed({ orderId, userId, orderedAt, totalPaise, status }: EventData<'order.placed'>, claim: boolean): Promise<boolean> {
    const first = { status, revision: 0, ...(claim ? { confirmation: { claimedAt: new Date() } } : {}) };
    const inserted = await this.upsert({ _id: orderId }, { $set: { userId, orderedAt: new Date(orderedAt), totalPaise }, $setOnInsert: first });
    return claim && inserted;
  }

  /** A change of status; an older revision than the known one is passed over. */
  async statusChanged({ orderId, userId, to, revision }: EventData<'order.status.changed'>): Promise<void> {
    await this.upsert({ _id: orderId, revision: { $lt: revision } }, { $set: { userId, status: to, revision } });
  }

  /** Where the order is known and the filter says no, the insert meets its `_id`: the order is newer, or was begun in between. */
  private async upsert(filter: object, update: object): Promise<boolean> {
    try {
      // Past mongoose: the values are of the types that are stored.
      return (await this.summaries.collection.updateOne(filter, update, { upsert: true })).upsertedCount === 1;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.summaries.collection.updateOne(filter, update);
      return false;
    }
  }
}
