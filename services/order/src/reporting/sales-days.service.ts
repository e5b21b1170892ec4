import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { batch } from '@rangavalli/service-kit/batch';
import { DocumentCache } from '@rangavalli/service-kit/database/document-cache';
import type { Model } from 'mongoose';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { ALL_DAYS, SALES_DAY, type SalesDayRecord } from './sales-day.schema.js';
import { bestFirst, readProducts } from './sales-figures.js';

/** Changes of this many ms are marked by one command. */
const BATCH_MS = 100;
const MAX_BATCH = 100;
/** Figures follow the orders by up to `SALES_RECOUNT_MS` anyway: what was read is used again for so many ms. */
const KEPT_MS = 1_000;
const MAX_KEPT = 20;

interface Change {
  orderId: string;
  /** Missing in events about an order that was placed before. */
  orderedAt?: Date;
}

/**
 * Sales by day, so that nobody has to read all orders. Events mark the day of their order as stale, and `SalesRecount`
 * counts stale days again: an event that arrives twice, late or out of order changes nothing.
 */
@Injectable()
export class SalesDays {
  private readonly mark = batch(BATCH_MS, MAX_BATCH, (changes: readonly Change[]) => this.markDaysOf(changes));
  private kept = new DocumentCache<Promise<unknown>>(MAX_KEPT, KEPT_MS);

  constructor(
    @InjectModel(ORDER) private readonly orders: Model<OrderRecord>,
    @InjectModel(SALES_DAY) private readonly days: Model<SalesDayRecord>,
  ) {}

  /** Resolves when the day of the order is marked; it is counted soon after. */
  async markChanged(change: Change): Promise<void> {
    await this.mark(change);
  }

  async markStale(days: readonly string[]): Promise<void> {
    const empty = { counted: 0, byStatus: [], products: [] };
    const upsert = true;
    if (days.length === 0) return;
    await this.days.bulkWrite(
      days.map((day) => ({
        updateOne: {
          filter: { _id: day },
          update: { $inc: { changes: 1 }, $set: { isStale: true as const }, $setOnInsert: empty },
          upsert,
        },
      })),
    );
  }

  /** To be called when a day was counted. */
  readAgain(): void {
    this.kept = new DocumentCache(MAX_KEPT, KEPT_MS);
  }

  countByStatus(): Promise<{ status: OrderStatus; orders: number; paise: number }[]> {
    return this.once('all days', () => this.readByStatus());
  }

  /** Returns the figures by status of these days. */
  find(days: readonly string[]): Promise<Map<string, SalesDayRecord['byStatus']>> {
    return this.once(`by status: ${days.join(' ')}`, () => this.readDays(days));
  }

  /** Returns the products with most units sold on these consecutive days, under their latest names. */
  bestSellers(days: readonly string[], limit: number): Promise<SalesDayRecord['products']> {
    return this.once(`best ${limit}: ${days.join(' ')}`, () => this.readBestSellers(days, limit));
  }

  private once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const kept = this.kept.get(key) as Promise<T> | undefined;
    if (kept) return kept;
    const reading = read();
    reading.catch(() => this.kept.keep(key, null));
    return this.kept.keep(key, reading);
  }

  private async readByStatus(): Promise<{ status: OrderStatus; orders: number; paise: number }[]> {
    const found = await this.days.aggregate<{ _id: OrderStatus; orders: number; paise: number }>([
      { $match: ALL_DAYS },
      { $unwind: '$byStatus' },
      {
        $group: { _id: '$byStatus.status', orders: { $sum: '$byStatus.orders' }, paise: { $sum: '$byStatus.paise' } },
      },
    ]);
    return orderStatuses.map((status) => {
      const { orders = 0, paise = 0 } = found.find(({ _id }) => _id === status) ?? {};
      return { status, orders, paise };
    });
  }

  private async readDays(days: readonly string[]): Promise<Map<string, SalesDayRecord['byStatus']>> {
    const found = await this.days.find({ _id: { $in: days } }).lean<SalesDayRecord[]>();
    return new Map(found.map(({ _id, byStatus }) => [_id, byStatus]));
  }

  private async readBestSellers(days: readonly string[], limit: number): Promise<SalesDayRecord['products']> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined) return [];
    const sums = new Map<string, SalesDayRecord['products'][number]>();
    // Summed here: DocumentDB takes 400 ms to unwind the products of 30 days with 100 each.
    for await (const products of readProducts(this.days, first, last))
      for (const product of products) {
        const sum = sums.get(product.productId);
        if (sum) {
          sum.name = product.name;
          sum.units += product.units;
          sum.revenuePaise += product.revenuePaise;
        } else sums.set(product.productId, product);
      }
    return [...sums.values()].toSorted(bestFirst).slice(0, limit);
  }

  private async markDaysOf(changes: readonly Change[]): Promise<undefined[]> {
    const times = changes.flatMap(({ orderedAt }) => orderedAt ?? []);
    const unknown = changes.flatMap(({ orderId, orderedAt }) => (orderedAt ? [] : orderId));
    if (unknown.length > 0) {
      const found = await this.orders
        .find({ _id: { $in: unknown }, phase: 'placed' }, { orderedAt: 1 })
        .lean<Pick<OrderRecord, 'orderedAt'>[]>();
      times.push(...found.flatMap(({ orderedAt }) => orderedAt ?? []));
    }
    await this.markStale([...new Set(times.map(toIndianDay))]);
    return changes.map(() => undefined);
  }
}
