import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { OrderSummary } from '@rangavalli/contracts/entities/user';
import type { EventData } from '@rangavalli/contracts/events';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { together } from '@rangavalli/service-kit/together';
import { type Model, mongo } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { ORDER_SUMMARY, type OrderSummaryRecord } from './order-summary.schema.js';

/** The profile shows so many of the newest orders; all of them are the order service's to list. */
const SHOWN = 100;

/** New orders are noted with those of the next so many ms, in one command: nobody waits for the profile to the moment. */
const TOGETHER_MS = 100;
const MOST_TOGETHER = 100;

/** A write of one order's summary, which makes it where there is none. */
interface Upsert {
  filter: { _id: string; revision?: object };
  update: object;
}

/** The orders of each customer as the profile shows them. Handling an event twice, or late, changes nothing. */
@Injectable()
export class OrderSummaries {
  private readonly noted = together(TOGETHER_MS, MOST_TOGETHER, (upserts: readonly Upsert[]) =>
    this.upsertAll(upserts),
  );

  constructor(@InjectModel(ORDER_SUMMARY) private readonly summaries: Model<OrderSummaryRecord>) {}

  /** Newest first, totals in rupees. */
  async of(userId: string): Promise<OrderSummary[]> {
    const records = await this.summaries
      .find({ userId, orderedAt: { $exists: true } })
      .sort({ orderedAt: -1 })
      .limit(SHOWN)
      .lean<OrderSummaryRecord[]>();
    return records.map(({ _id, orderedAt, totalPaise, status }) => ({
      orderId: _id,
      orderedAt: (orderedAt ?? new Date(0)).toISOString(),
      totalAmount: paiseToRupees(totalPaise ?? 0),
      status,
    }));
  }

  /**
   * A new order; its status stays what a later change has made of it.
   * @param claim takes its letter of confirmation on in the same write, where nothing is known of the order yet
   * @returns whether the letter is the caller's to send by this
   */
  async placed(
    { orderId, userId, orderedAt, totalPaise, status }: EventData<'order.placed'>,
    claim: boolean,
  ): Promise<boolean> {
    const first = { status, revision: 0, ...(claim ? { confirmation: { claimedAt: new Date() } } : {}) };
    const inserted = await this.noted({
      filter: { _id: orderId },
      update: { $set: { userId, orderedAt: new Date(orderedAt), totalPaise }, $setOnInsert: first },
    });
    return claim && inserted;
  }

  /** A change of status; an older revision than the known one is passed over. */
  async statusChanged({ orderId, userId, to, revision }: EventData<'order.status.changed'>): Promise<void> {
    await this.upsert({
      filter: { _id: orderId, revision: { $lt: revision } },
      update: { $set: { userId, status: to, revision } },
    });
  }

  /** Says of each whether it was inserted; of one order told twice, the first one was. What is refused is tried by itself, and fails by itself. */
  private async upsertAll(upserts: readonly Upsert[]): Promise<(boolean | Error)[]> {
    const statements = upserts.map(({ filter, update }) => ({ updateOne: { filter, update, upsert: true } }));
    // Past mongoose, as in `upsert`.
    const done = await this.summaries.collection
      .bulkWrite(statements as never[], { ordered: false })
      .catch(asFarAsItWent);
    const refused = new Set(done instanceof Error ? [done.writeErrors].flat().map(({ index }) => index) : []);
    return Promise.all(
      upserts.map((upsert, index) =>
        refused.has(index) ? this.upsert(upsert).catch((error: Error) => error) : index in done.upsertedIds,
      ),
    );
  }

  /** Where the order is known and the filter says no, the insert meets its `_id`: the order is newer, or was begun in between. */
  private async upsert({ filter, update }: Upsert): Promise<boolean> {
    const { collection } = this.summaries;
    try {
      // Past mongoose: the values are of the types that are stored.
      return (await collection.updateOne(filter as object, update, { upsert: true })).upsertedCount === 1;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await collection.updateOne(filter as object, update);
      return false;
    }
  }
}

/** @throws the failure, where it is not one of single statements */
function asFarAsItWent(error: unknown): mongo.MongoBulkWriteError {
  const isOfSome =
    error instanceof mongo.MongoBulkWriteError &&
    [error.writeErrors].flat().length > 0 &&
    !error.result.getWriteConcernError();
  if (!isOfSome) throw error;
  return error;
}
