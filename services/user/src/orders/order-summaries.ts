import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { OrderSummary } from '@rangavalli/contracts/entities/user';
import type { EventData } from '@rangavalli/contracts/events';
import { batch } from '@rangavalli/service-kit/batch';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { phoneDigitsOf, phonePrefixOf, startsWith, wordsOf } from '@rangavalli/service-kit/database/search-words';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { type Model, mongo, type UpdateQuery } from 'mongoose';
import { ORDER_SUMMARY, type OrderSummaryRecord } from './order-summary.schema.js';

const MAX_LISTED = 100;
/** More orders than this match only searches for one or two letters. */
const MAX_SEARCHED = 500;
/** New orders of this many ms are written as one command. */
const BATCH_MS = 100;
const MAX_BATCH = 100;

interface Upsert {
  filter: { _id: string; revision?: { $lt: number } };
  update: UpdateQuery<OrderSummaryRecord>;
}

/** Order summaries of the profile. Repeated and late events change nothing. */
@Injectable()
export class OrderSummaries {
  private readonly upsertBatched = batch(BATCH_MS, MAX_BATCH, (upserts: readonly Upsert[]) => this.upsertAll(upserts));

  constructor(@InjectModel(ORDER_SUMMARY) private readonly summaries: Model<OrderSummaryRecord>) {}

  async list(userId: string): Promise<OrderSummary[]> {
    const records = await this.summaries
      .find({ userId, orderedAt: { $exists: true } })
      .sort({ orderedAt: -1 })
      .limit(MAX_LISTED)
      .lean<OrderSummaryRecord[]>();
    return records.map(({ _id, orderNumber = '', orderedAt, totalPaise, status }) => ({
      orderId: _id,
      orderNumber,
      orderedAt: (orderedAt ?? new Date(0)).toISOString(),
      totalAmount: paiseToRupees(totalPaise ?? 0),
      status,
    }));
  }

  /**
   * Returns the ids of customers whose orders went to a recipient with this phone number or a word of this name, by
   * their beginnings: those of the first `MAX_SEARCHED` orders.
   */
  async findCustomers(q: string): Promise<string[]> {
    const digits = phonePrefixOf(q);
    const [filter, index] =
      digits === undefined
        ? [{ recipientWords: { $elemMatch: startsWith(q.normalize('NFKC').toLowerCase()) } }, 'recipientWords_1']
        : [{ recipientPhone: startsWith(digits) }, 'recipientPhone_1'];
    const found = await this.summaries
      .find(filter, { userId: 1 })
      .hint(index)
      .limit(MAX_SEARCHED)
      .lean<Pick<OrderSummaryRecord, 'userId'>[]>();
    return [...new Set(found.map(({ userId }) => userId))];
  }

  async deleteAll(userId: string): Promise<void> {
    await this.summaries.deleteMany({ userId });
  }

  /** Adds an order; a status that arrived before it stays. */
  async add({
    orderId,
    orderNumber,
    userId,
    orderedAt,
    totalPaise,
    status,
    recipient,
  }: EventData<'order.placed'>): Promise<void> {
    await this.upsertBatched({
      filter: { _id: orderId },
      update: {
        $set: {
          orderNumber,
          userId,
          orderedAt: new Date(orderedAt),
          totalPaise,
          ...(recipient ? searchFields(recipient) : {}),
        },
        $setOnInsert: { status, revision: 0 },
        $unset: { withoutOrderSince: 1 },
      },
    });
  }

  /** Without its order, also of an account or an order whose time has passed, the status expires. */
  async setStatus({ orderId, userId, to, revision }: EventData<'order.status.changed'>): Promise<void> {
    await this.upsert({
      filter: { _id: orderId, revision: { $lt: revision } },
      update: { $set: { userId, status: to, revision }, $setOnInsert: { withoutOrderSince: new Date() } },
    });
  }

  private async upsertAll(upserts: readonly Upsert[]): Promise<(undefined | Error)[]> {
    const failed = await this.summaries
      .bulkWrite(
        upserts.map(({ filter, update }) => ({ updateOne: { filter, update, upsert: true } })),
        { ordered: false },
      )
      .then(() => new Set<number>(), failedStatements);
    return Promise.all(
      upserts.map((upsert, index) =>
        failed.has(index) ? this.upsert(upsert).catch((error: Error) => error) : Promise.resolve(undefined),
      ),
    );
  }

  /** A duplicate key means that a newer revision is stored, or that the order was inserted meanwhile. */
  private async upsert({ filter, update }: Upsert): Promise<undefined> {
    try {
      await this.summaries.updateOne(filter, update, { upsert: true, runValidators: true });
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
      await this.summaries.updateOne(filter, update, { runValidators: true });
    }
  }
}

const searchFields = ({ name, phone }: NonNullable<EventData<'order.placed'>['recipient']>) => ({
  recipientWords: [...new Set(wordsOf(name))],
  recipientPhone: phoneDigitsOf(phone),
});

/** Returns the indexes of failed statements. @throws the error when the command failed as a whole */
function failedStatements(error: unknown): Set<number> {
  const writeErrors = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (writeErrors.length === 0 || (error as mongo.MongoBulkWriteError).result.getWriteConcernError()) throw error;
  return new Set(writeErrors.map(({ index }) => index));
}
